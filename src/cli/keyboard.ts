import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import type { Keyboard, Listening } from './world.js';

export interface KeyboardParts {
  readonly stdin: Pick<ReadStream, 'on' | 'off' | 'setRawMode' | 'resume' | 'pause' | 'unref'>;
  readonly system: {
    on(event: 'exit' | 'SIGCONT', listener: () => void): unknown;
    off(event: 'exit' | 'SIGCONT', listener: () => void): unknown;
    kill(pid: number, signal: 'SIGTSTP' | 'SIGQUIT'): unknown;
  };
  readonly isForeground: () => boolean;
}

/**
 * The keyboard of the terminal this process runs in. Whatever ends the process, the terminal is as it was: all that ends
 * it in an orderly way comes to `stop` or to `exit`, and the signals that do not are keys here.
 */
export const terminalKeyboard = ({ stdin, system, isForeground }: KeyboardParts): Keyboard => ({
  listen(onText): Listening {
    let isOn = false;
    const decoder = new StringDecoder('utf8');
    const onData = (data: Buffer): void => onText(decoder.write(data));
    const readNoMore = (): void => {
      isOn = false;
      stdin.off('data', onData);
      stdin.pause();
    };
    const giveBack = (): void => {
      if (!isOn) return;
      stdin.setRawMode(false);
      readNoMore();
    };
    const take = (): void => {
      if (isOn) readNoMore();
      if (!isForeground()) return;
      // Who had the terminal meanwhile may have changed it, so that it is not enough to think that it is raw.
      stdin.setRawMode(false);
      stdin.setRawMode(true);
      isOn = true;
      stdin.on('data', onData);
      stdin.resume();
      // A run keeps the process alive, not the hope for a key.
      stdin.unref();
    };
    // A terminal that was closed ends the process by a signal; that it cannot be read or changed any more says nothing new.
    stdin.on('error', () => {});
    system.on('exit', giveBack);
    system.on('SIGCONT', take);
    take();
    return {
      isOn: () => isOn,
      pass(signal) {
        giveBack();
        // To all that the terminal would have sent it to: a package manager has to stop too, or no shell takes over.
        try {
          system.kill(0, signal);
        } catch {
          // A system that does not know the signal does not know the key either.
        }
        // Here it goes on, in the foreground or not; at once where nobody is there who could continue it.
        take();
      },
      stop() {
        giveBack();
        system.off('exit', giveBack);
        system.off('SIGCONT', take);
      },
    };
  },
});
