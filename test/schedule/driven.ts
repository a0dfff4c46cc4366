import type { AttemptEnd, Command, Input } from '../../src/schedule/protocol.js';
import { Scheduler } from '../../src/schedule/schedule.js';
import type { ScheduleSettings, Work, WorkLeaf } from '../../src/schedule/work.js';

export type Settle = Extract<Command, { type: 'settle' }>;
type PlainEnd = Exclude<AttemptEnd['kind'], 'failed' | 'timed-out' | 'rate-limited'>;

/** Leaves that are like any other but for what is given, below branches with these children. */
export const workOf = (leaves: readonly Partial<WorkLeaf>[], branches: readonly (readonly number[])[] = []): Work => ({
  leaves: leaves.map((leaf) => ({ cost: 1, dependsOn: [], limits: [], ...leaf })),
  branches: branches.map((children) => ({ children })),
});

/** Those of a kind, in order. */
export const ofType = <T extends Command['type']>(
  commands: readonly Command[],
  type: T,
): Extract<Command, { type: T }>[] =>
  commands.filter((command): command is Extract<Command, { type: T }> => command.type === type);

/** What starts, as `node/try`. */
export const startsIn = (commands: readonly Command[]): string[] =>
  ofType(commands, 'start').map(({ node, try: number }) => `${node}/${number}`);

/** A scheduler, and what it has commanded so far, for tests that say themselves what happens next. */
export class Driven {
  readonly starts: number[] = [];
  readonly alone: number[] = [];
  readonly running = new Set<number>();
  readonly waits = new Map<number, number>();
  readonly settled = new Map<number, Settle>();
  /** What the clock says. */
  now = 0;
  finish: Extract<Command, { type: 'finish' }> | undefined;
  readonly #scheduler: Scheduler;

  constructor(work: Work, settings: Partial<ScheduleSettings> = {}) {
    this.#scheduler = new Scheduler(work, {
      maxParallel: 1,
      limits: new Map(),
      order: 'plan',
      onFailure: 'continue',
      retries: 0,
      backoffMs: 1_000,
      seed: 1,
      ...settings,
    });
  }

  send(input: Input): readonly Command[] {
    if (input.type === 'ended') this.running.delete(input.node);
    if (input.type === 'retry-due') this.waits.delete(input.node);
    const commands = this.#scheduler.decide(input, this.now);
    for (const command of commands) {
      if (command.type === 'start') {
        this.starts.push(command.node);
        if (command.alone) this.alone.push(command.node);
        this.running.add(command.node);
      } else if (command.type === 'wait') this.waits.set(command.node, command.ms);
      else if (command.type === 'forget-wait') this.waits.delete(command.node);
      else if (command.type === 'settle') this.settled.set(command.node, command);
      else if (command.type === 'finish') this.finish = command;
    }
    return commands;
  }

  begin(): this {
    this.send({ type: 'begin' });
    return this;
  }

  end(node: number, kind: PlainEnd, ofTry = 1): readonly Command[] {
    return this.send({ type: 'ended', node, try: ofTry, end: { kind } });
  }

  fail(node: number, retryable = false, ofTry = 1): readonly Command[] {
    return this.send({ type: 'ended', node, try: ofTry, end: { kind: 'failed', retryable } });
  }

  retryDue(node: number, ofTry = 1): readonly Command[] {
    return this.send({ type: 'retry-due', node, try: ofTry });
  }

  /** Of a leaf that is sampled. */
  judge(node: number, ofTry: number, accepted: boolean): readonly Command[] {
    return this.send({ type: 'ended', node, try: ofTry, end: { kind: 'succeeded', accepted } });
  }

  rateLimit(node: number, waitMs?: number, ofTry = 1): readonly Command[] {
    return this.send({ type: 'ended', node, try: ofTry, end: { kind: 'rate-limited', waitMs } });
  }

  spend(node: number, tokens: number, usd = 0, ofTry = 1): readonly Command[] {
    return this.send({ type: 'spent', node, try: ofTry, spending: { tokens, usd } });
  }

  /** The clock moves on, and the run is woken. */
  wakeAt(now: number): readonly Command[] {
    this.now = now;
    return this.send({ type: 'woken' });
  }

  /** What has settled, by number; undefined where it has not. */
  outcomes(...nodes: readonly number[]): (Settle['outcome'] | undefined)[] {
    return nodes.map((node) => this.settled.get(node)?.outcome);
  }

  /** Ends what runs, the longest running first, until nothing does. */
  succeedAll(): this {
    for (const node of this.running) this.end(node, 'succeeded');
    return this;
  }
}
