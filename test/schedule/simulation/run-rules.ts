import type { EndedBy, RunStatus } from '../../../src/domain/outcome.js';
import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { BudgetRules } from './budget-rules.js';
import { claim } from './claim.js';
import type { Early, Facts } from './facts.js';
import type { Rule } from './rule.js';

type Finish = Extract<Command, { type: 'finish' }>;

/** So many failures end a run: the least whole number that is at least that share, without fractions that round. */
const mostFailures = ({ settings: { onFailure }, work }: Facts): number => {
  if (onFailure === 'continue') return Number.POSITIVE_INFINITY;
  if (onFailure === 'stop' || onFailure === 'cancel') return 1;
  if (typeof onFailure === 'number') return onFailure;
  const percent = Number(onFailure.slice(0, -1));
  let most = 1;
  while (most * 100 < percent * work.leaves.length) most++;
  return most;
};

/** A run is ended early when that is due and only then, and finishes once, as what it was. */
export class RunRules implements Rule {
  readonly #facts: Facts;
  readonly #budget: BudgetRules;
  readonly #mostFailures: number;
  #input: Input | undefined;

  constructor(facts: Facts, budget: BudgetRules) {
    this.#facts = facts;
    this.#budget = budget;
    this.#mostFailures = mostFailures(facts);
  }

  onInput(input: Input): void {
    this.#input = input;
  }

  onCommand(command: Command): void {
    claim(!this.#facts.isFinished, 'the finish comes last');
    if (command.type === 'finish') this.#checkFinish(command);
    else if (command.type === 'stopping' || command.type === 'cancelling') this.#checkEarlyEnd(command);
  }

  /** How a run must be ended early now, if at all. */
  #due(): Early | undefined {
    const input = this.#input as Input;
    const { early, isFinished, settings, nodes } = this.#facts;
    if (isFinished || early?.how === 'cancel') return undefined;
    if (input.type === 'cancel') return { how: 'cancel', by: 'user', why: input.why };
    if (early) return undefined;
    if (input.type === 'stop') return { how: 'stop', by: 'user', why: input.why };
    const failures = nodes.filter(({ outcome }) => outcome === 'failed' || outcome === 'timed-out').length;
    if (failures >= this.#mostFailures) {
      return { how: settings.onFailure === 'cancel' ? 'cancel' : 'stop', by: 'failures', why: 'onFailure' };
    }
    return this.#budget.isExhausted ? { how: 'stop', by: 'budget', why: 'budget' } : undefined;
  }

  #checkEarlyEnd({ type, why }: Extract<Command, { type: 'stopping' | 'cancelling' }>): void {
    const due = this.#due();
    claim(due?.how === (type === 'stopping' ? 'stop' : 'cancel'), `${type} for no reason`);
    claim(due?.by !== 'user' || due.why === why, 'the reason is the one given');
    this.#facts.early = due && { ...due, why };
  }

  #checkFinish({ status, why, by }: Finish): void {
    const { nodes, running, early } = this.#facts;
    claim(
      nodes.every(({ outcome }) => outcome !== undefined),
      'a run finishes when all has settled',
    );
    claim(running === 0, 'a run finishes when nothing runs');
    const expected = this.#status();
    claim(status === expected, () => `finished ${status} instead of ${expected}`);
    const whose = this.#endedBy();
    claim(by === whose, () => `ended by ${by} instead of ${whose}`);
    const isTold = early && whose ? why === early.why : (why === undefined) === (whose === undefined);
    claim(isTold, 'why it ended early is told where it did');
  }

  /** Who is to blame that something did not come to its end. */
  #endedBy(): EndedBy | undefined {
    const { nodes, early } = this.#facts;
    const outcomes = new Set(nodes.map(({ outcome }) => outcome));
    const isPrevented = ['cancelled', 'never-started', 'budget-stopped'].some((how) =>
      outcomes.has(how as 'cancelled'),
    );
    if (early) return isPrevented ? early.by : undefined;
    return outcomes.has('budget-stopped') ? 'budget' : undefined;
  }

  #status(): RunStatus {
    const { nodes, early } = this.#facts;
    if (nodes.length === 0) return 'empty';
    if (nodes.every(({ outcome }) => outcome === 'succeeded')) return 'succeeded';
    const by = this.#endedBy();
    if (by === undefined || by === 'failures') return 'failed';
    return early?.how === 'cancel' ? 'cancelled' : 'stopped';
  }

  afterwards(): void {
    const { nodes, isFinished, hasBegun } = this.#facts;
    claim(!this.#due(), 'a run is ended early when that is due');
    const isDone = nodes.every(({ outcome }) => outcome !== undefined);
    claim(isFinished === isDone || !hasBegun, 'it finishes once all settled');
  }
}
