import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';
import { BucketRules } from './bucket-rules.js';
import { BudgetRules } from './budget-rules.js';
import { claim } from './claim.js';
import { Facts } from './facts.js';
import { ReopenRules } from './reopen-rules.js';
import type { Rule } from './rule.js';
import { RunRules } from './run-rules.js';
import { SettleRules } from './settle-rules.js';
import { StartRules } from './start-rules.js';
import { ThrottleRules } from './throttle-rules.js';
import { TryRules } from './try-rules.js';
import { WakeRules } from './wake-rules.js';

interface Decision {
  readonly input: Input;
  readonly now: number;
  readonly commands: readonly Command[];
}

/** Follows a run by its inputs and commands, and throws as soon as an invariant is broken. */
export class Referee {
  readonly facts: Facts;
  readonly throttle: ThrottleRules;
  readonly buckets: BucketRules;
  readonly budget: BudgetRules;
  readonly starts: StartRules;
  readonly #rules: readonly Rule[];

  constructor(work: Work, settings: ScheduleSettings) {
    const facts = new Facts(work, settings);
    this.facts = facts;
    this.throttle = new ThrottleRules(facts);
    this.buckets = new BucketRules(facts);
    this.budget = new BudgetRules(facts);
    this.starts = new StartRules(facts, this);
    this.#rules = [
      new RunRules(facts, this.budget),
      new ReopenRules(facts),
      new TryRules(facts, this.budget),
      // Before what it needs is taken.
      this.starts,
      this.throttle,
      this.buckets,
      new SettleRules(facts, this.starts),
      this.budget,
      new WakeRules(facts, this.starts, this.budget),
    ];
  }

  check({ input, now, commands }: Decision): void {
    const { facts } = this;
    if (input.type === 'ended') {
      claim(facts.tryOf(input).state === 'running', 'the world ends what runs', input.node);
    }
    claim(!facts.isFinished || commands.length === 0, 'nothing comes after the finish');
    facts.now = now;
    facts.addInput(input);
    for (const rule of this.#rules) rule.onInput?.(input);
    for (const command of commands) {
      for (const rule of this.#rules) rule.onCommand?.(command);
      facts.addCommand(command);
    }
    for (const rule of this.#rules) rule.afterwards?.();
  }
}
