import type { Command, Input } from '../../../src/schedule/protocol.js';

/** Some of the invariants of a run. The facts know of an input already, and of a command not yet. */
export interface Rule {
  onInput?(input: Input): void;
  onCommand?(command: Command): void;
  /** After all commands of a decision. */
  afterwards?(): void;
}
