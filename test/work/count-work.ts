import { Session } from 'node:inspector';
import { countNativeWork } from './native-work.js';

/** Counts every block of code that runs: how often a function was entered, a branch taken, a loop gone round. */
class BlockCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Since this was last asked. */
  take(): number {
    let blocks = 0;
    for (const { url, functions } of this.#post('Profiler.takePreciseCoverage')) {
      if (url.includes('/test/work/') || url.startsWith('node:')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
    return blocks;
  }

  #post(method: string, words: object = {}): Script[] {
    let answer: Script[] = [];
    // It is answered before `post` returns.
    this.#session.post(method, words, (error, given) => {
      if (error) throw error;
      answer = (given as { result?: Script[] }).result ?? [];
    });
    return answer;
  }
}

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

// It begins when this is imported: of functions that ran before, only the calls would be counted, not the rounds of their
// loops. A process counts blocks for one purpose at a time, and `npm run coverage` has its own: then only the work of the
// engine's own methods is counted.
const blocks = process.env.SUBPLAN_COVERAGE ? { take: () => 0 } : new BlockCounter();

/** How much work something is: the same number each time, on any machine. */
export const countWork = (run: () => void): number => {
  blocks.take();
  const end = countNativeWork();
  let native = 0;
  try {
    run();
  } finally {
    native = end();
  }
  return native + blocks.take();
};

/** The same for what is waited for. Nothing else may run meanwhile. */
export const countWorkOf = async (run: () => PromiseLike<unknown>): Promise<number> => {
  blocks.take();
  const end = countNativeWork();
  let native = 0;
  try {
    await run();
  } finally {
    native = end();
  }
  return native + blocks.take();
};
