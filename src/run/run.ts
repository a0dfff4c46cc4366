import { type Message, worded } from '../domain/message.js';
import type { EndedBy, RunStatus } from '../domain/outcome.js';
import type { RunEvent } from '../domain/run-event.js';
import type { BudgetReport, RunReport } from '../domain/run-report.js';
import type { Usage } from '../domain/usage.js';
import type { AttemptEnd, Command, Input } from '../schedule/protocol.js';
import { Scheduler } from '../schedule/schedule.js';
import { epochNow } from '../util/clock.js';
import { Announcer } from './announcer.js';
import { Attempts } from './attempts.js';
import { blamedFor } from './blame.js';
import { endingOf } from './ending-of.js';
import { EventLog } from './event-log.js';
import { dependencyFailed } from './failures.js';
import type { Flight } from './flights.js';
import { knownOf } from './known.js';
import { RateLimitLog } from './rate-limit-log.js';
import { reasonFor } from './reason.js';
import { Recorder } from './recorder.js';
import type { RecalledNode } from './recording.js';
import { Records } from './records.js';
import { reportOf } from './report.js';
import type { RunHandle } from './run-handle.js';
import type { RunOptions } from './run-options.js';
import { RunTree } from './run-tree.js';
import { noneAccepted, triesFailed } from './sample-failures.js';
import { SpendingLog } from './spending-log.js';
import { Timers } from './timers.js';

/** A run under way: performs what the scheduler decides, and tells it and everybody else what happens. */
export class Run implements RunHandle {
  readonly report: Promise<RunReport>;
  readonly #options: RunOptions;
  readonly #tree: RunTree;
  readonly #records: Records;
  readonly #scheduler: Scheduler;
  readonly #announcer: Announcer;
  readonly #log = new EventLog();
  readonly #recorder: Recorder;
  readonly #attempts: Attempts;
  readonly #recalled: ReadonlyMap<number, RecalledNode>;
  readonly #startedAt = epochNow();
  readonly #timers = new Timers();
  readonly #rateLimits: RateLimitLog;
  readonly #spending: SpendingLog;
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
    const { work, settings, nodes, signal, sampling } = options;
    this.#options = options;
    this.#tree = new RunTree(nodes, work);
    this.#records = new Records(this.#tree, sampling);
    this.#recorder = new Recorder(
      { tree: this.#tree, records: this.#records, recording: options.recording },
      {
        log: this.#log,
        onFailure: (error) => this.#onLedgerFailure(error),
        onDurable: () => this.#letGo(),
      },
    );
    this.#announcer = new Announcer(this.#tree, this.#records, (event) => this.#recorder.announce(event));
    this.#scheduler = new Scheduler(work, settings);
    this.#limit = settings.maxParallel;
    this.#highestLimit = settings.maxParallel;
    this.#rateLimits = new RateLimitLog(settings.maxParallel);
    this.#spending = new SpendingLog(settings.budget);
    this.report = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#attempts = new Attempts({
      ...{ options, tree: this.#tree, records: this.#records, recorder: this.#recorder, announcer: this.#announcer },
      onEnd: (flight, end) => this.#onEnd(flight, end),
      feed: (input) => this.#feed(input),
      onSpent: (flight, { usage }) => this.#onSpent(flight, usage),
    });
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
    for (const warning of options.warnings) this.#warn(warning);
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

  /** Ids of the leaves that were done before it began. */
  doneBefore(): string[] {
    return [...this.#recalled.values()].flatMap(({ node, isDone }) =>
      isDone && !this.#tree.isBranch(node) ? [this.#tree.nodes[node].id] : [],
    );
  }

  /** The number of a leaf; undefined where there is none with this id. */
  leafOf(id: string): number | undefined {
    return this.#tree.leafOf(id);
  }

  cancelLeaf(node: number, why: string): void {
    this.#feed({ type: 'cancel-leaf', node, why });
  }

  retryLeaf(node: number): void {
    this.#feed({ type: 'retry-leaf', node });
  }

  #warn(message: string | Message): void {
    const says = typeof message === 'string' ? {} : { says: message };
    this.#announcer.say({ type: 'warning', message: worded(message), ...says });
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
        const commands = this.#scheduler.decide(next, epochNow());
        if (next.type === 'ended') this.#attempts.concluded(next, commands);
        for (const command of commands) this.#perform(command);
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
        return this.#attempts.start(command);
      case 'end':
        return this.#attempts.end(command);
      case 'wait':
        return this.#wait(command);
      case 'forget-wait':
        return this.#timers.clear(nameOf(command));
      case 'wake':
        return this.#timers.set('wake', command.at - epochNow(), () => this.#feed({ type: 'woken' }));
      case 'select':
        return void this.#attempts.select(command);
      case 'settle':
        return this.#settle(command);
      case 'reopen':
        this.#records.reopen(command.node);
        return this.#announcer.reopened(command.node);
      case 'slow-down':
        return this.#slowDown(command);
      case 'speed-up':
        if (this.#rateLimits.capIs(command.cap)) this.#announcer.say({ type: 'sped-up', limit: command.cap });
        return;
      case 'budget':
        return this.#announcer.say(command);
      case 'stopping':
      case 'cancelling':
        return this.#announcer.say({ type: command.type, because: command.why });
      case 'finish':
        void this.#finish(command);
    }
  }

  #wait(wait: Extract<Command, { type: 'wait' }>): void {
    this.#attempts.waits(wait);
    const { node, try: number, ms } = wait;
    this.#timers.set(nameOf(wait), ms, () => this.#feed({ type: 'retry-due', node, try: number }));
  }

  #slowDown({ isNew, until, from, cap }: Extract<Command, { type: 'slow-down' }>): void {
    const at = epochNow();
    this.#rateLimits.slowedDown(isNew, { at, until, from, cap });
    this.#recorder.slowedDown({ isNew, until, cap });
    this.#announcer.say({ type: 'slowed-down', isNew, waitMs: Math.max(0, until - at), limit: cap });
  }

  #onSpent({ node, try: number }: Flight, usage: Usage): void {
    const spending = this.#spending.add(usage);
    const { budget, rates } = this.#options.settings;
    if (budget || rates) this.#feed({ type: 'spent', node, try: number, spending });
  }

  #settle(settle: Extract<Command, { type: 'settle' }>): void {
    const records = this.#records;
    const { node, outcome, attempts, because, sample } = settle;
    const recalled = this.#recalled.get(node);
    const isKnown = recalled?.isDone === true;
    records.attempts[node] = attempts;
    if (sample && records.samples && !isKnown) this.#choose(node, sample);
    records.settle(node, outcome);
    // One that lost its thread has no end of its own.
    if (outcome === 'cancelled' && records.endedAt[node] < records.startedAt[node]) records.endedAt[node] = epochNow();
    if (outcome === 'succeeded') records.failures[node] = undefined;
    else if (because?.kind === 'not-accepted') {
      records.failures[node] = noneAccepted(records.samples?.of(node) ?? []);
    } else if (because && because.kind !== 'attempt') {
      records.failures[node] = reasonFor(this.#tree, { node, outcome, because });
    } else this.#gatherFailures(node);
    this.#recorder.settled(node, isKnown ? recalled : undefined);
    if (!isKnown) this.#announcer.settled(node);
  }

  #choose(node: number, sample: NonNullable<Extract<Command, { type: 'settle' }>['sample']>): void {
    const records = this.#records;
    const { value, startedAt = 0, endedAt = 0 } = records.samples?.at(node, sample) ?? {};
    records.samples?.choose(node, sample);
    records.values[node] = value;
    records.startedAt[node] = startedAt;
    records.endedAt[node] = endedAt;
  }

  /** Of a leaf that was sampled: what all its tries say, unless it is the choice among them that failed. */
  #gatherFailures(node: number): void {
    const { samples, failures } = this.#records;
    const all = samples && !this.#tree.isBranch(node) ? samples.of(node) : [];
    if (all.length === 0 || samples?.candidates(node).length !== 0) return;
    failures[node] = triesFailed(all, failures[node]);
  }

  /** An attempt has ended. Where too much waits for the disk by then, nothing starts in its place. */
  #onEnd({ node, try: number }: Flight, end: AttemptEnd): void {
    const isDue = !this.#isHeld && this.#recorder.isBehind(this.#limit);
    this.#isHeld ||= isDue;
    const ended: Input = { type: 'ended', node, try: number, end };
    // Together: what has ended may not be written before it is known whether that is for good.
    this.#feed(...(isDue ? [{ type: 'hold' } as const, ended] : [ended]));
    if (end.kind === 'rate-limited') this.#rateLimits.turnedAway();
    if (end.kind === 'succeeded' && !this.#tree.isBranch(node)) this.#warnOfSilence();
  }

  #warnOfSilence(): void {
    const warning = this.#spending.unheard();
    if (warning !== undefined) this.#warn(warning);
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

  async #finish({ status, why, by }: Finish): Promise<void> {
    this.#isOver = true;
    try {
      await this.#close();
      this.#blame();
      const ended = { status, why, by, startedAt: this.#startedAt, limit: this.#highestLimit };
      const ending = endingOf(this.#options, {
        ...ended,
        rateLimits: this.#rateLimits.report(),
        budgets: this.#budgets,
      });
      await this.#recorder.finished(ending);
      if (this.#ledgerFailure) throw this.#ledgerFailure.error;
      const report = reportOf(this.#tree, this.#records, ending);
      const trouble = this.#recorder.close();
      if (trouble !== undefined) this.#warn(`the ledger was not closed as it should be: ${trouble}`);
      this.#announcer.say({ type: 'run-ended', status, concurrency: ending.concurrency, usage: report.usage });
      this.#log.close();
      this.#resolve(report);
    } catch (error) {
      this.#fail(error);
    }
  }

  get #budgets(): readonly BudgetReport[] {
    return this.#spending.report(epochNow() - this.#startedAt);
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

  /** After this no thread, process, timer or listener of the run is left. */
  async #close(): Promise<void> {
    this.#isOver = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#timers.clearAll();
    await this.#attempts.close();
  }
}

interface Finish {
  readonly status: RunStatus;
  readonly why: string | undefined;
  readonly by: EndedBy | undefined;
}

const nameOf = ({ node, try: number }: { readonly node: number; readonly try: number }): string => `${node}.${number}`;
