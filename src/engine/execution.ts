import { SubplanFailure } from '../domain/failure.js';
import type { RunEvent } from '../domain/run-event.js';
import type { RunReport } from '../domain/run-report.js';
import type { RunHandle } from '../run/run-handle.js';
import { Awaitable } from '../util/awaitable.js';

/**
 * A run as its user holds it: await it for the report, iterate it for the events. It is under way already, or begins
 * once its plan is made. What is asked of it before then is done as soon as it begins.
 */
export class Execution<T = unknown, R = T> extends Awaitable<RunReport<T, R>> implements AsyncIterable<RunEvent> {
  readonly #run: Promise<RunHandle<T, R>>;
  readonly #checkLimit: (limit: unknown) => number;
  #started: RunHandle<T, R> | undefined;
  readonly #asked: ((run: RunHandle<T, R>) => void)[] = [];

  /** `checkLimit` refuses a cap that is none. */
  constructor(run: Promise<RunHandle<T, R>> | RunHandle<T, R>, checkLimit: (limit: unknown) => number = Number) {
    super(() => this.#run.then(({ report }) => report));
    this.#checkLimit = checkLimit;
    // Later, and not within the call: the caller holds the execution before the first leaf starts.
    this.#run = Promise.resolve(run).then((started) => {
      this.#started = started;
      for (const ask of this.#asked.splice(0)) ask(started);
      started.begin();
      return started;
    });
    this.begin();
  }

  /** All events from the start, for each iterator. Ends with the run; throws what the run is rejected with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, void> {
    // Iterating is observing: who iterates is told here, and not by an unhandled rejection as well.
    this.catch(() => {});
    const events = (await this.#run).events();
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) yield next.value;
    } finally {
      await events.return?.();
    }
    await this;
  }

  /** Starts nothing more and lets what runs end; what is done is rolled up. */
  stop(reason = 'stop() was called'): void {
    this.#ask((run) => run.stop(reason));
  }

  /** Ends everything: running leaves are asked to end, and lose their thread after `graceMs`. */
  cancel(reason = 'cancel() was called'): void {
    this.#ask((run) => run.cancel(reason));
  }

  /** Starts nothing more until `unpause()`; what runs goes on. */
  pause(): void {
    this.#ask((run) => run.pause());
  }

  unpause(): void {
    this.#ask((run) => run.unpause());
  }

  /** Changes the cap of a run under way. A lower one stops nothing that runs. */
  setMaxParallel(limit: number | `${number}%`): void {
    const checked = this.#checkLimit(limit);
    this.#ask((run) => run.setMaxParallel(checked));
  }

  /** Ends one leaf, whether it runs or waits, by its id. The rest of the run goes on. */
  cancelLeaf(id: string, reason = 'cancelLeaf() was called'): void {
    this.#askLeaf(id, (run, leaf) => run.cancelLeaf(leaf, reason));
  }

  /** Runs a leaf again that did not succeed, by its id, while the run is under way; what stands above is rolled up again. */
  retryLeaf(id: string): void {
    this.#askLeaf(id, (run, leaf) => run.retryLeaf(leaf));
  }

  /** An id that is not in the plan is refused, as soon as the plan is known. */
  #askLeaf(id: string, ask: (run: RunHandle<T, R>, leaf: number) => void): void {
    const isKnown = this.#started !== undefined;
    this.#ask((run) => {
      const leaf = run.leafOf(id);
      if (leaf !== undefined) ask(run, leaf);
      else if (isKnown) throw noSuchLeaf(id);
    });
  }

  #ask(ask: (run: RunHandle<T, R>) => void): void {
    if (this.#started) ask(this.#started);
    else this.#asked.push(ask);
  }
}

const noSuchLeaf = (id: string): SubplanFailure =>
  new SubplanFailure({
    code: 'unknown-subplan',
    message: `no leaf of the plan has the id ${JSON.stringify(id)}`,
    nextStep: 'Take the id from an event or from plan.leaves. Nothing was done.',
  });
