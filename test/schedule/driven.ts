import type { AttemptEnd, Command, Input } from '../../src/schedule/protocol.js';
import { Scheduler } from '../../src/schedule/schedule.js';
import type { ScheduleSettings, Work, WorkLeaf } from '../../src/schedule/work.js';

export type Settle = Extract<Command, { type: 'settle' }>;
type PlainEnd = Exclude<AttemptEnd['kind'], 'failed' | 'timed-out'>;

/** Leaves that are like any other but for what is given, below branches with these children. */
export const workOf = (leaves: readonly Partial<WorkLeaf>[], branches: readonly (readonly number[])[] = []): Work => ({
  leaves: leaves.map((leaf) => ({ cost: 1, dependsOn: [], limits: [], ...leaf })),
  branches: branches.map((children) => ({ children })),
});

/** A scheduler, and what it has commanded so far, for tests that say themselves what happens next. */
export class Driven {
  readonly starts: number[] = [];
  readonly alone: number[] = [];
  readonly running = new Set<number>();
  readonly waits = new Map<number, number>();
  readonly settled = new Map<number, Settle>();
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
    const commands = this.#scheduler.decide(input);
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

  end(node: number, kind: PlainEnd): readonly Command[] {
    return this.send({ type: 'ended', node, end: { kind } });
  }

  fail(node: number, retryable = false): readonly Command[] {
    return this.send({ type: 'ended', node, end: { kind: 'failed', retryable } });
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
