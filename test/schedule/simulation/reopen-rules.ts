import type { Command, Input } from '../../../src/schedule/protocol.js';
import { claim } from './claim.js';
import type { Facts } from './facts.js';
import type { Rule } from './rule.js';

/** A leaf that is retried is opened again, with all that settled as it did because of it, and nothing else is. */
export class ReopenRules implements Rule {
  readonly #facts: Facts;
  readonly #due = new Set<number>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  onInput(input: Input): void {
    this.#due.clear();
    if (input.type !== 'retry-leaf') return;
    const { nodes, isFinished, early } = this.#facts;
    const { outcome, isLeaf } = nodes[input.node];
    if (isFinished || early || !isLeaf || outcome === undefined || outcome === 'succeeded') return;
    const found = new Set<number>();
    const isDoomed = (leaf: number): boolean =>
      this.#facts.dependenciesOf(leaf).some((on) => {
        const how = nodes[on].outcome;
        return how !== undefined && how !== 'succeeded' && !found.has(on);
      });
    if (!isDoomed(input.node)) found.add(input.node);
    // Those that followed it, and those that followed these, as long as there are more.
    for (let before = 0; before < found.size; ) {
      before = found.size;
      for (const { node, isFollower } of nodes) {
        const follows = isFollower && this.#facts.dependenciesOf(node).some((on) => found.has(on));
        if (follows && !isDoomed(node)) found.add(node);
      }
    }
    for (const leaf of found) this.#open(leaf);
  }

  #open(leaf: number): void {
    this.#due.add(leaf);
    for (let branch = this.#facts.parents[leaf]; branch >= 0; branch = this.#facts.parents[branch]) {
      const known = this.#facts.nodes[branch];
      if (known.outcome !== undefined) this.#due.add(branch);
      else if (known.isRunning) known.isVoid = true;
    }
  }

  onCommand(command: Command): void {
    if (command.type === 'reopen') claim(this.#due.delete(command.node), 'nothing else is opened again', command.node);
  }

  afterwards(): void {
    claim(this.#due.size === 0, () => `opened again with the leaf: ${[...this.#due]}`);
  }
}
