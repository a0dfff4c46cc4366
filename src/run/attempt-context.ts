import type { SampleContext } from '../domain/sample.js';
import type { Lineage, TaskContext } from '../domain/task.js';
import type { Usage } from '../domain/usage.js';
import { show } from '../util/show.js';
import type { Note } from './pool.js';

export interface ContextFacts {
  readonly root: string;
  readonly goal: string | undefined;
  readonly runId: string;
  readonly lineage: () => Lineage;
  readonly attempt: number;
  readonly sample: SampleContext | undefined;
}

/** What a task gets besides its leaf. Its functions may be taken out of it: `({ log }) => log('…')`. */
export class AttemptContext implements TaskContext {
  readonly root: string;
  readonly goal: string | undefined;
  readonly runId: string;
  readonly attempt: number;
  readonly sample: SampleContext | undefined;
  readonly #lineage: () => Lineage;
  readonly #tell: (note: Note) => void;
  /** Made when first asked for: most attempts never look at it, and it costs more than all else here. */
  #controller: AbortController | undefined;
  #endedBecause: Error | undefined;

  constructor({ root, goal, runId, lineage, attempt, sample }: ContextFacts, tell: (note: Note) => void) {
    this.root = root;
    this.goal = goal;
    this.runId = runId;
    this.#lineage = lineage;
    this.attempt = attempt;
    this.sample = sample;
    this.#tell = tell;
  }

  get lineage(): Lineage {
    return this.#lineage();
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#endedBecause) this.#controller.abort(this.#endedBecause);
    return this.#controller.signal;
  }

  get log(): TaskContext['log'] {
    return (message) => this.#tell({ kind: 'log', message: String(message) });
  }

  get progress(): TaskContext['progress'] {
    return (fraction, message) => {
      if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) {
        throw new TypeError(`progress(): expected a number from 0 to 1, got ${show(fraction)}`);
      }
      this.#tell({ kind: 'progress', fraction, message: message === undefined ? undefined : String(message) });
    };
  }

  get spend(): TaskContext['spend'] {
    return (usage) => this.#tell({ kind: 'spent', usage: checkUsage(usage) });
  }

  /** Aborts the signal. */
  end(because: Error): void {
    this.#endedBecause ??= because;
    this.#controller?.abort(this.#endedBecause);
  }
}

const checkUsage = (usage: Usage): Usage => {
  const isObject = typeof usage === 'object' && usage !== null && !Array.isArray(usage);
  const wrong = isObject
    ? Object.entries(usage).find(([, value]) => typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    : ['', usage];
  if (!wrong) return { ...usage };
  throw new TypeError(`spend(): expected numbers by name, 0 or more, such as { tokens: 1200 }, got ${show(usage)}`);
};

/** What a signal is aborted with. */
export class AttemptEndedError extends Error {
  override readonly name = 'AbortError';
}
