import { onTestFinished, vi } from 'vitest';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets time pass by itself for the rest of a test: as soon as nothing more is to be done, the next timer is due. How busy
 * the machine is changes nothing. Not for tests with threads or processes: those live in real time.
 */
export const virtualTime = (): void => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  let isOn = true;
  const passing = (async () => {
    while (isOn) {
      for (let turns = 0; turns < 4; turns++) await turn();
      await vi.advanceTimersToNextTimerAsync();
    }
  })();
  onTestFinished(async () => {
    isOn = false;
    await passing;
    vi.useRealTimers();
  });
};
