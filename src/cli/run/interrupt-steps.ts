import type { Execution } from '../../engine/execution.js';
import { some } from '../../report/numbers.js';
import type { Interruption } from '../interruption.js';
import type { Interrupt, World } from '../world.js';

export interface Stepping {
  readonly execution: Pick<Execution, 'stop' | 'cancel'>;
  readonly interruption: Interruption;
  readonly now: World['now'];
  /** How many leaves and rollups run. */
  readonly running: () => number;
  readonly tell: (line: string) => void;
  /** Called before the process is left behind. */
  readonly leave: () => void;
}

export interface Steps {
  /** Takes the next step, as the signal would: Ctrl-C may come as a key. */
  take(signal: Interrupt): void;
  /** What the run was interrupted by; undefined where it was not. */
  by(): Interrupt | undefined;
  /** The run has ended: from here on an interrupt leaves at once. */
  over(): void;
}

/** What runs under a package manager gets an interrupt twice: from the terminal, and passed on by it. */
const echoMs = 100;

/** The first Ctrl-C stops, the second cancels, the third leaves at once. Being asked to end cancels. */
export const takeInterrupts = ({ execution, interruption, now, running, tell, leave }: Stepping): Steps => {
  let [step, isOver] = [0, false];
  let last: { readonly signal: Interrupt; readonly at: number } | undefined;
  const take = (signal: Interrupt): void => {
    const at = now();
    const isEcho = last?.signal === signal && at - last.at < echoMs;
    if (isEcho) return;
    last = { signal, at };
    step = signal === 'SIGINT' ? step + 1 : Math.max(step + 1, 2);
    const still = some(running(), 'running one', 'running ones');
    if (isOver || step > 2) {
      leave();
      interruption.end(signal);
    } else if (step === 2) {
      tell(`subplan: cancelling ${still}; ${again(signal)} leaves at once`);
      execution.cancel(reasonOf(signal));
    } else {
      tell(`subplan: stopping: nothing more starts, ${still} may end; ${again(signal)} cancels`);
      execution.stop(reasonOf(signal));
    }
  };
  interruption.handOver(take);
  return {
    take,
    by: () => last?.signal,
    over: () => {
      isOver = true;
    },
  };
};

const again = (signal: Interrupt): string => (signal === 'SIGINT' ? 'Ctrl-C again' : `another ${signal}`);

const reasonOf = (signal: Interrupt): string => (signal === 'SIGINT' ? 'Ctrl-C' : signal);
