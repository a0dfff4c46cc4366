import type { RunStatus } from '../domain/outcome.js';
import type { RunEvent } from '../domain/run-event.js';
import type { RunReport } from '../domain/run-report.js';
import type { AttemptEnd, Command, Input } from '../schedule/protocol.js';
import { Scheduler } from '../schedule/schedule.js';
import { epochNow } from '../util/clock.js';
import { Announcer } from './announcer.js';
import { blamedFor } from './blame.js';
import { endingOf } from './ending-of.js';
import { EventLog } from './event-log.js';
import { dependencyFailed } from './failures.js';
import { knownOf } from './known.js';
import { merged } from './merged.js';
import type { Ended, Note, Pool, PoolListener } from './pool.js';
import { reasonFor } from './reason.js';
import { Recorder } from './recorder.js';
import type { RecalledNode } from './recording.js';
import { Records } from './records.js';
import { reportOf } from './report.js';
import type { RunOptions, RunPools } from './run-options.js';
import { RunTree } from './run-tree.js';
import { Slots } from './slots.js';

/** A run under way: performs what the scheduler decides, and tells it and everybody else what happens. */
export class Run implements PoolListener {
  readonly report: Promise<RunReport>;
  readonly #options: RunOptions;
  readonly #tree: RunTree;
  readonly #records: Records;
  readonly #scheduler: Scheduler;
  readonly #announcer: Announcer;
  readonly #log = new EventLog();
  readonly #recorder: Recorder;
  readonly #recalled: ReadonlyMap<number, RecalledNode>;
  readonly #pools: RunPools;
  readonly #startedAt = epochNow();
  readonly #slots: Slots;
  readonly #waits = new Map<number, NodeJS.Timeout>();
  readonly #inputs: Input[] = [];
  #limit: number;
  #highestLimit: number;
  #isBusy = false;
  #isOver = false;
  /** Whether nothing starts because too much waits for the disk. */
  #isHeld = false;
  /** Why the run cannot be recorded any more. */
  #ledgerFailure: { readonly error: unknown } | undefined;
  #resolve!: (report: RunReport) => void;
  #reject!: (error: unknown) => void;

  constructor(options: RunOptions) {
    const { work, settings, nodes, pools, signal } = options;
    this.#options = options;
    this.#tree = new RunTree(nodes, work);
    this.#records = new Records(this.#tree);
    this.#recorder = new Recorder(
      { tree: this.#tree, records: this.#records, recording: options.recording },
      {
        log: this.#log,
        onFailure: (error) => this.#onLedgerFailure(error),
        onDurable: () => this.#letGo(),
      },
    );
    this.#announcer = new Announcer(this.#tree, this.#records, (event) => this.#recorder.announce(event));
    this.#slots = new Slots(nodes.length);
    this.#scheduler = new Scheduler(work, settings);
    this.#limit = settings.maxParallel;
    this.#highestLimit = settings.maxParallel;
    this.report = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#pools = pools(this);
    const { runId, threads, recalled = [], leftOut } = options;
    this.#recalled = new Map(recalled.map((one) => [one.node, one]));
    const [leaves, branches, known] = [work.leaves.length, work.branches.length, knownOf(this.#tree, recalled)];
    this.#announcer.say({ type: 'run-started', runId, leaves, branches, limit: this.#limit, threads, known });
    for (const one of recalled) {
      this.#records.recall(one);
      this.#recorder.recall(one);
    }
    if (recalled.length > 0) this.#feed({ type: 'recall', recalled });
    if (leftOut) this.#feed({ type: 'leave-out', ...leftOut });
    for (const warning of options.warnings) this.warn(warning);
    signal?.addEventListener('abort', this.#onAbort);
    if (signal?.aborted) this.#onAbort();
  }

  /** Starts the first attempts. What was asked before counts: a run that was cancelled starts none. */
  begin(): this {
    this.#options.recording?.watch((error) => this.#onLedgerFailure(error));
    this.#feed({ type: 'begin' });
    return this;
  }

  events(): AsyncIterator<RunEvent, undefined> {
    return this.#log.read();
  }

  stop(why: string): void {
    this.#feed({ type: 'stop', why });
  }

  cancel(why: string): void {
    this.#feed({ type: 'cancel', why });
  }

  pause(): void {
    if (this.#isOver) return;
    this.#announcer.say({ type: 'paused' });
    this.#feed({ type: 'pause' });
  }

  unpause(): void {
    if (this.#isOver) return;
    this.#announcer.say({ type: 'unpaused' });
    this.#feed({ type: 'unpause' });
  }

  setMaxParallel(maxParallel: number): void {
    if (this.#isOver || maxParallel === this.#limit) return;
    this.#limit = maxParallel;
    this.#highestLimit = Math.max(this.#highestLimit, maxParallel);
    this.#announcer.say({ type: 'limit-changed', limit: maxParallel });
    this.#feed({ type: 'limit', maxParallel });
  }

  begun(slot: number, at: number): void {
    const node = this.#slots.nodeOf(slot);
    this.#records.startedAt[node] = at;
    this.#recorder.started(node, at);
    this.#announcer.begun(node, at);
  }

  note(slot: number, note: Note): void {
    const node = this.#slots.nodeOf(slot);
    if (note.kind === 'spent') {
      this.#records.spend(node, note.usage);
      this.#recorder.spent(node, note.usage);
    }
    this.#announcer.note(node, note);
  }

  ended(slot: number, end: Ended): void {
    this.#slots.release(slot);
    this.#onEnd(this.#slots.nodeOf(slot), end);
  }

  warn(message: string): void {
    this.#announcer.say({ type: 'warning', message });
  }

  readonly #onAbort = (): void => {
    const { reason } = this.#options.signal as AbortSignal;
    const said = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : '';
    this.cancel(`the signal was aborted${said === '' ? '' : `: ${said}`}`);
  };

  /** One input at a time, in order: performing a command may bring the next. */
  #feed(...inputs: readonly Input[]): void {
    if (this.#isOver) return;
    this.#inputs.push(...inputs);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        for (const command of this.#scheduler.decide(next)) this.#perform(command);
      }
      this.#recorder.turnOver(this.#limit);
    } catch (error) {
      void this.#close().finally(() => this.#fail(error));
    } finally {
      this.#isBusy = false;
    }
  }

  #perform(command: Command): void {
    switch (command.type) {
      case 'start':
        return this.#start(command);
      case 'end':
        return this.#poolOf(command.node)?.end(this.#slots.slotOf(command.node));
      case 'wait':
        return this.#wait(command);
      case 'forget-wait':
        clearTimeout(this.#waits.get(command.node));
        this.#waits.delete(command.node);
        return;
      case 'settle':
        return this.#settle(command);
      case 'stopping':
      case 'cancelling':
        return this.#announcer.say({ type: command.type, because: command.why });
      case 'finish':
        void this.#finish(command.status, command.why);
    }
  }

  #poolOf(node: number): Pool | undefined {
    return this.#tree.isBranch(node) ? this.#pools.rollUps() : this.#pools.leaves();
  }

  #start({ node, attempt, alone }: Extract<Command, { type: 'start' }>): void {
    const pool = this.#poolOf(node);
    if (!pool) return this.#merge(node);
    const slot = this.#slots.take(node);
    const { leaf } = this.#tree.nodes[node];
    const subject = leaf
      ? ({ kind: 'leaf', leaf } as const)
      : ({ kind: 'branch', branch: this.#records.forRollUp(node) } as const);
    const { family, place } = this.#tree.kinship(node);
    pool.start({ slot, subject, family, place, attempt, alone });
  }

  /** The default rollup: ours, and so quick that it needs no pool. */
  #merge(node: number): void {
    this.#records.startedAt[node] = epochNow();
    this.#onEnd(node, merged(this.#options.merge, this.#records.forRollUp(node).values));
  }

  #onEnd(node: number, came: Ended): void {
    const records = this.#records;
    const end = 'startedAt' in came ? this.#recorder.ended(node, came) : came;
    if ('startedAt' in end) {
      records.startedAt[node] = end.startedAt;
      records.endedAt[node] = end.endedAt;
    }
    switch (end.kind) {
      case 'succeeded':
        records.values[node] = end.value;
        return this.#feedEnd(node, end);
      case 'failed':
      case 'timed-out':
        records.failures[node] = end.failure;
        return this.#feedEnd(node, { kind: end.kind, retryable: end.failure.retryable });
      case 'cancelled':
        records.failures[node] = end.failure;
        return this.#feedEnd(node, { kind: 'cancelled' });
      case 'displaced':
      case 'suspected':
        this.#recorder.lost(node, end.why);
        this.#announcer.lost(node, end.why);
        return this.#feedEnd(node, end);
      case 'no-roll-up':
        return this.#merge(node);
      case 'not-begun':
        return this.#feedEnd(node, end);
    }
  }

  #wait({ node, attempt, ms }: Extract<Command, { type: 'wait' }>): void {
    this.#records.attempts[node] = attempt;
    this.#announcer.failed(node, attempt, ms);
    const timer = setTimeout(() => {
      this.#waits.delete(node);
      this.#feed({ type: 'retry-due', node });
    }, ms);
    this.#waits.set(node, timer);
  }

  #settle({ node, outcome, attempts, because }: Extract<Command, { type: 'settle' }>): void {
    const records = this.#records;
    records.attempts[node] = attempts;
    records.settle(node, outcome);
    // One that lost its thread has no end of its own.
    if (outcome === 'cancelled' && records.endedAt[node] < records.startedAt[node]) records.endedAt[node] = epochNow();
    if (outcome === 'succeeded') records.failures[node] = undefined;
    else if (because && because.kind !== 'attempt') {
      records.failures[node] = reasonFor(this.#tree, { node, outcome, because });
    }
    const recalled = this.#recalled.get(node);
    this.#recorder.settled(node, recalled?.isDone ? recalled : undefined);
    if (!recalled?.isDone) this.#announcer.settled(node);
  }

  /** An attempt has ended. Where too much waits for the disk by then, nothing starts in its place. */
  #feedEnd(node: number, end: AttemptEnd): void {
    const isDue = !this.#isHeld && this.#recorder.isBehind(this.#limit);
    this.#isHeld ||= isDue;
    const ended: Input = { type: 'ended', node, end };
    // Together: what has ended may not be written before it is known whether that is for good.
    this.#feed(...(isDue ? [{ type: 'hold' } as const, ended] : [ended]));
  }

  #letGo(): void {
    if (!this.#isHeld || this.#recorder.isBehind(this.#limit)) return;
    this.#isHeld = false;
    this.#feed({ type: 'release' });
  }

  /** What cannot be recorded must not happen: all that runs is ended, and nothing is told that did not last. */
  #onLedgerFailure(error: unknown): void {
    this.#ledgerFailure = { error };
    this.#feed({ type: 'cancel', why: 'the ledger cannot be written' });
  }

  async #finish(status: RunStatus, why: string | undefined): Promise<void> {
    this.#isOver = true;
    try {
      await this.#close();
      this.#blame();
      const ended = { status, why, startedAt: this.#startedAt, limit: this.#highestLimit };
      const ending = endingOf(this.#options, ended);
      await this.#recorder.finished(ending);
      if (this.#ledgerFailure) throw this.#ledgerFailure.error;
      const report = reportOf(this.#tree, this.#records, ending);
      const trouble = this.#recorder.close();
      if (trouble !== undefined) this.warn(`the ledger was not closed as it should be: ${trouble}`);
      this.#announcer.say({ type: 'run-ended', status, concurrency: ending.concurrency, usage: report.usage });
      this.#log.close();
      this.#resolve(report);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Which of several dependencies is to blame is decided now: which failed first differs from cap to cap. */
  #blame(): void {
    for (const [leaf, cause] of blamedFor(this.#options.work.leaves, this.#records.outcomes)) {
      const { id, label } = this.#tree.nodes[cause];
      this.#records.failures[leaf] = dependencyFailed(label, id);
    }
  }

  /** A bug of ours, or a ledger that cannot be written: nobody shall wait for ever. */
  #fail(error: unknown): void {
    this.#recorder.close();
    this.#log.close();
    this.#reject(error);
  }

  /** After this no thread, timer or listener of the run is left. */
  async #close(): Promise<void> {
    this.#isOver = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    for (const timer of this.#waits.values()) clearTimeout(timer);
    await this.#pools.close();
  }
}
