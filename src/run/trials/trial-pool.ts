import type { ProcessMark } from '../../domain/command.js';
import type { Leaf } from '../../domain/subplan.js';
import type { Scores, Trial, TrialResult } from '../../domain/trial.js';
import { addUsage, noUsage, type Usage } from '../../domain/usage.js';
import { epochNow } from '../../util/clock.js';
import { AttemptContext } from '../attempt-context.js';
import { cancelled, failureOf } from '../failures.js';
import { lineageIn } from '../family.js';
import { type Heard, Hearing } from '../hearing.js';
import type { Attempt, Ended, Note, Pool, PoolFacts, PoolListener } from '../pool.js';
import type { ScoreCall, TrialFolders, TrialWatch } from './trial-code.js';
import { wrongScore } from './trial-failures.js';

export interface TrialPoolOptions extends PoolFacts {
  readonly score: ScoreCall;
  /** A working folder for each attempt; undefined where all work in the project's. */
  readonly folders: TrialFolders | undefined;
  readonly watch: TrialWatch;
}

type Succeeded = Extract<Ended, { kind: 'succeeded' }>;

/** An attempt at a trial, and how far it is. */
interface Flight {
  readonly attempt: Attempt;
  /** When it began, as the watch has it. */
  readonly since: number;
  stage: 'preparing' | 'running' | 'scoring' | 'leaving';
  /** It was to end before it could begin. */
  isWithdrawn: boolean;
  folder: string | undefined;
  usage: Usage;
  hearing: Hearing | undefined;
}

/**
 * Stands before the pool that carries the task: gives each attempt a folder, has its value scored, and looks whether
 * anything was changed under it, all of that while the attempt holds its slot.
 */
export class TrialPool implements Pool, PoolListener {
  readonly #options: TrialPoolOptions;
  readonly #listener: PoolListener;
  readonly #flights = new Map<number, Flight>();
  #inner: (() => Pool) | undefined;
  #hasWarned = false;

  constructor(options: TrialPoolOptions, listener: PoolListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** What carries the task itself, and tells this one what comes of it. */
  carryBy(inner: () => Pool): void {
    this.#inner = inner;
  }

  start(attempt: Attempt): void {
    const flight: Flight = {
      ...{ attempt, since: this.#options.watch.now(), stage: 'preparing', isWithdrawn: false },
      ...{ folder: undefined, usage: noUsage, hearing: undefined },
    };
    this.#flights.set(attempt.slot, flight);
    if (this.#options.folders) void this.#prepare(flight, this.#options.folders);
    else this.#run(flight);
  }

  end(slot: number): void {
    const flight = this.#flights.get(slot);
    if (flight?.stage === 'preparing') flight.isWithdrawn = true;
    else if (flight?.stage === 'running') this.#pool.end(slot);
    else flight?.hearing?.end();
  }

  async close(): Promise<void> {
    try {
      await this.#options.folders?.close();
    } catch (thrown) {
      this.#listener.warn(`not all folders of trials could be removed: ${failureOf(thrown).message}`);
    }
  }

  begun(slot: number, at: number): void {
    this.#listener.begun(slot, at);
  }

  note(slot: number, note: Note): void {
    const flight = this.#flights.get(slot);
    if (flight && note.kind === 'spent') flight.usage = addUsage(flight.usage, note.usage);
    this.#listener.note(slot, note);
  }

  process(slot: number, mark: ProcessMark): void {
    this.#listener.process(slot, mark);
  }

  warn(message: string): void {
    this.#listener.warn(message);
  }

  ended(slot: number, end: Ended): void {
    const flight = this.#flights.get(slot);
    if (!flight) return;
    if (end.kind === 'succeeded') void this.#score(flight, end);
    else void this.#leave(flight, end);
  }

  get #pool(): Pool {
    return (this.#inner as () => Pool)();
  }

  async #prepare(flight: Flight, folders: TrialFolders): Promise<void> {
    try {
      flight.folder = await folders.make();
    } catch (thrown) {
      const now = epochNow();
      this.#listener.begun(flight.attempt.slot, now);
      return this.#leave(flight, { kind: 'failed', failure: failureOf(thrown), startedAt: now, endedAt: now });
    }
    if (flight.isWithdrawn) return this.#leave(flight, { kind: 'not-begun' });
    this.#run(flight);
  }

  #run(flight: Flight): void {
    flight.stage = 'running';
    const { attempt, folder } = flight;
    this.#pool.start(folder === undefined ? attempt : { ...attempt, root: folder });
  }

  async #score(flight: Flight, end: Succeeded): Promise<void> {
    flight.stage = 'scoring';
    const { value, ...rest } = end;
    const heard = await this.#hear(flight, value);
    if (heard.kind === 'cancelled') {
      return this.#leave(flight, { ...rest, kind: 'cancelled', failure: cancelled(undefined) });
    }
    if (heard.kind !== 'value') {
      const failure = { ...heard.failure, message: `score: ${heard.failure.message}` };
      return this.#leave(flight, { ...rest, kind: heard.kind, failure });
    }
    const scores = scoresOf(heard.value);
    if (!scores) return this.#leave(flight, { ...rest, kind: 'failed', failure: wrongScore(heard.value) });
    const interfered = await this.#options.watch.changed(flight.since);
    if (interfered !== undefined) this.#warnOnce(interfered);
    const result: TrialResult = {
      ...namesOf(flight.attempt),
      ...{ value, scores, ms: end.endedAt - end.startedAt, attempt: flight.attempt.attempt, usage: flight.usage },
      ...(interfered === undefined ? {} : { interfered }),
    };
    return this.#leave(flight, { ...rest, kind: 'succeeded', value: result });
  }

  async #hear(flight: Flight, value: unknown): Promise<Heard> {
    const { score, timeoutMs, graceMs, goal, runId, root } = this.#options;
    const { attempt, folder } = flight;
    const { slot, subject, family, place, attempt: number, sample } = attempt;
    const lineage = () => lineageIn(family, place);
    const facts = { root: folder ?? root, goal, runId, lineage, attempt: number, sample };
    const context = new AttemptContext(facts, (note) => {
      if (flight.stage === 'scoring') this.note(slot, note);
    });
    const { leaf } = subject as { readonly leaf: Leaf };
    flight.hearing = new Hearing({ call: () => score(value, leaf, context), context, timeoutMs, graceMs });
    return flight.hearing.done;
  }

  /** What is changed stays so for most trials after it: whoever pays for them should know at once. */
  #warnOnce(interfered: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.warn(`${interfered}: trials made with that do not count`);
  }

  /** Nothing of the attempt is left when its slot is given back. */
  async #leave(flight: Flight, end: Ended): Promise<void> {
    const { attempt, folder } = flight;
    flight.stage = 'leaving';
    if (folder !== undefined) await this.#leaveFolder(flight, folder, end.kind === 'succeeded');
    this.#flights.delete(attempt.slot);
    this.#listener.ended(attempt.slot, end);
  }

  /** What becomes of the folder does not change what became of the trial: it may have removed it itself. */
  async #leaveFolder({ attempt }: Flight, folder: string, hasSucceeded: boolean): Promise<void> {
    try {
      const kept = await this.#options.folders?.leave(folder, hasSucceeded);
      if (kept === undefined) return;
      this.#listener.note(attempt.slot, { kind: 'log', message: `its folder was kept: ${kept}` });
    } catch (thrown) {
      this.#listener.warn(`the folder ${folder} of a trial could not be left as asked: ${failureOf(thrown).message}`);
    }
  }
}

const namesOf = ({ subject }: Attempt): Pick<TrialResult, 'case' | 'arm' | 'replication'> => {
  const { case: one, arm, replication } = (subject as { readonly leaf: Leaf }).leaf.trial as Trial;
  return { case: one.id, arm: arm.name, replication };
};

/** A single number or pass has a name of its own; undefined where the answer is no score. */
const scoresOf = (answer: unknown): Scores | undefined => {
  try {
    return scoresIn(answer);
  } catch {
    // Something in it threw when it was looked at.
    return undefined;
  }
};

const scoresIn = (answer: unknown): Scores | undefined => {
  if (typeof answer === 'boolean') return { passed: answer };
  if (typeof answer === 'number') return Number.isFinite(answer) ? { score: answer } : undefined;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const entries = Object.entries(answer).map(([name, value]) => [name, value ?? null] as const);
  const isSound = entries.every(
    ([, value]) =>
      value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)),
  );
  return isSound && entries.length > 0 ? Object.fromEntries(entries) : undefined;
};
