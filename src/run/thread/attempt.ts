import { AsyncLocalStorage } from 'node:async_hooks';
import type { AttemptFailure } from '../../domain/attempt-failure.js';
import { addUsage } from '../../domain/usage.js';
import { epochNow } from '../../util/clock.js';
import { AttemptContext } from '../attempt-context.js';
import { type Family, lineageIn } from '../family.js';
import type { Look } from '../look.js';
import type { Performed } from '../perform.js';
import type { Note } from '../pool.js';
import { decode } from './encode.js';
import type { NoteLimit } from './note-limit.js';
import type { ThreadFacts, ThreadJob } from './protocol.js';

interface Telling {
  /** Of the thread. */
  readonly limit: NoteLimit;
  readonly onNote: (attempt: ThreadAttempt) => void;
}

/** An attempt on this thread. */
export class ThreadAttempt {
  readonly job: ThreadJob;
  readonly context: AttemptContext;
  /** Notes that have not left yet. */
  unsent: Note[] = [];
  sent = 0;
  isOver = false;
  /** Whether another attempt ran on this thread at the same time. */
  hadCompany = false;
  /** Whether it is of a branch, and there is no rollup in the modules. */
  lacksRollUp = false;
  /** What its files held before its code ran, and how to look again. */
  look: Look | undefined;
  /** Why it failed, where something that was not its promise brought it to an end. */
  failure: AttemptFailure | undefined;
  readonly #limit: NoteLimit;
  #onFailure: ((performed: Performed) => void) | undefined;

  constructor(job: ThreadJob, facts: ThreadFacts, { limit, onNote }: Telling) {
    this.job = job;
    this.#limit = limit;
    const { goal, runId } = facts;
    const { family, place, attempt, root = facts.root } = job;
    const sample = job.sample && { ...job.sample, previous: decode(job.sample.previous) };
    const lineage = () => lineageIn(JSON.parse(family) as Family, place);
    this.context = new AttemptContext({ root, goal, runId, lineage, attempt, sample }, (note) => {
      // What is said after the end is said to nobody.
      if (this.isOver) return;
      this.#add(note);
      onNote(this);
    });
  }

  /** Spending is summed up and never dropped; logs and progress are, where there are too many. */
  #add(note: Note): void {
    const last = this.unsent[this.unsent.length - 1];
    if (note.kind === 'spent' && last?.kind === 'spent') {
      this.unsent[this.unsent.length - 1] = { kind: 'spent', usage: addUsage(last.usage, note.usage) };
      return;
    }
    if (note.kind === 'spent' || this.#limit.admits(epochNow())) {
      const dropped = this.#limit.takeDropped();
      if (dropped > 0) this.unsent.push({ kind: 'log', message: `(${dropped} notes were dropped: too many to tell)` });
      this.unsent.push(note);
    }
  }

  /** It failed outside its promise. The first failure counts. */
  fail(failure: AttemptFailure): void {
    this.failure ??= failure;
    this.#onFailure?.({ failure: this.failure });
  }

  /** What its code comes to, or the failure that comes first. */
  outcome(performed: Performed | Promise<Performed>): Promise<Performed> {
    const failed = new Promise<Performed>((resolve) => {
      this.#onFailure = resolve;
      if (this.failure) resolve({ failure: this.failure });
    });
    return Promise.race([failed, performed]);
  }
}

/** The attempt whose code is running: it follows promises, timers and listeners, so that each crash finds its cause. */
export const current = new AsyncLocalStorage<ThreadAttempt>();
