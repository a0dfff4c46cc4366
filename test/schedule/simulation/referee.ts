import type { Command, Input } from '../../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';
import { claim } from './claim.js';
import { Facts } from './facts.js';
import { checkFinish, checkWait, earlyEndDue } from './run-rules.js';
import { afterEnd, checkNothingIsLeftOpen, checkSettle } from './settle-rules.js';
import { StartRules } from './start-rules.js';

/** Follows a run by its inputs and commands, and throws as soon as an invariant is broken. */
export class Referee {
  readonly facts: Facts;
  readonly #starts: StartRules;

  constructor(work: Work, settings: ScheduleSettings) {
    this.facts = new Facts(work, settings);
    this.#starts = new StartRules(this.facts);
  }

  check(input: Input, commands: readonly Command[]): void {
    const { facts } = this;
    const { early, isFinished } = facts;
    if (input.type === 'ended') claim(facts.running.has(input.node), 'the world ends what runs', input.node);
    facts.addInput(input);
    claim(!isFinished || commands.length === 0, 'nothing comes after the finish');
    const ended = input.type === 'ended' ? { node: input.node, expected: afterEnd(facts, input, early) } : undefined;
    for (const command of commands) {
      claim(!facts.isFinished, 'the finish comes last');
      if (command.type === 'settle') {
        checkSettle(facts, command, command.node === ended?.node ? ended.expected : undefined);
      } else this.#checkOther(command, input, ended?.expected[0] === 'wait' ? ended.node : undefined);
      facts.addCommand(command);
    }
    if (ended) this.#checkEnd(ended.node, ended.expected[0]);
    this.#checkAfterwards(input);
  }

  #checkOther(command: Exclude<Command, { type: 'settle' }>, input: Input, toWait: number | undefined): void {
    const { facts } = this;
    switch (command.type) {
      case 'start':
        return this.#starts.check(command);
      case 'wait':
        claim(command.node === toWait, 'only what is tried again waits', command.node);
        return checkWait(facts, command);
      case 'forget-wait':
        return claim(facts.backingOff.has(command.node) && !!facts.early, 'only a wait is forgotten', command.node);
      case 'end':
        claim(facts.early?.how === 'cancel', 'only a cancelled run ends attempts', command.node);
        claim(facts.running.has(command.node), 'only what runs is asked to end', command.node);
        return claim(!facts.askedToEnd.has(command.node), 'nothing is asked to end twice', command.node);
      case 'finish':
        return checkFinish(facts, command);
      default: {
        const due = earlyEndDue(facts, input);
        claim(due?.how === (command.type === 'stopping' ? 'stop' : 'cancel'), `${command.type} for no reason`);
        claim(due?.by === 'failures' || due?.why === command.why, 'the reason is the one given');
        facts.early = due && { ...due, why: command.why };
      }
    }
  }

  #checkEnd(node: number, expected: string): void {
    const { outcomes, backingOff } = this.facts;
    claim(
      (outcomes[node] !== undefined) === (expected !== 'wait' && expected !== 'again'),
      `${expected} expected`,
      node,
    );
    claim(backingOff.has(node) === (expected === 'wait'), 'an attempt worth retrying is waited for', node);
  }

  #checkAfterwards(input: Input): void {
    const { facts } = this;
    claim(!earlyEndDue(facts, input), 'a run is ended early when that is due');
    if (facts.early?.how === 'cancel') {
      for (const node of facts.running) claim(facts.askedToEnd.has(node), 'what runs is asked to end', node);
    }
    this.#starts.checkNothingIdles();
    checkNothingIsLeftOpen(facts);
    claim(facts.isFinished === !facts.outcomes.includes(undefined) || !facts.hasBegun, 'it finishes once all settled');
  }
}
