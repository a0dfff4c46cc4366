import type { Outcome } from '../../../src/domain/outcome.js';
import type { Because, Command, Input } from '../../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';

export interface Early {
  readonly how: 'stop' | 'cancel';
  readonly by: 'user' | 'failures';
  readonly why: string;
}

/** What is known of a run from its inputs and commands alone: nothing here looks into the scheduler. */
export class Facts {
  readonly count: number;
  hasBegun = false;
  isPaused = false;
  isHeld = false;
  isFinished = false;
  limit: number;
  early: Early | undefined;
  readonly running = new Set<number>();
  readonly askedToEnd = new Set<number>();
  readonly backingOff = new Set<number>();
  /** Those whose wait was taken back. */
  readonly forgotten = new Set<number>();
  readonly outcomes: (Outcome | undefined)[];
  readonly becauses: (Because | undefined)[];
  /** Attempts that count. */
  readonly attempts: number[];
  readonly reachedCode: boolean[];
  readonly isSuspect: boolean[];
  /** Leaves that ran when the run was stopped and lost their thread since: they may still come to their end. */
  readonly mayFinish = new Set<number>();
  readonly lastFailure: ('failed' | 'timed-out' | undefined)[];
  readonly #limitsUsed = new Map<string, number>();
  readonly #limitsOf: readonly (readonly string[])[];

  constructor(
    readonly work: Work,
    readonly settings: ScheduleSettings,
  ) {
    this.count = work.leaves.length + work.branches.length;
    this.limit = settings.maxParallel;
    const fill = <T>(value: T): T[] => new Array(this.count).fill(value);
    this.outcomes = fill<Outcome | undefined>(undefined);
    this.becauses = fill<Because | undefined>(undefined);
    this.attempts = fill(0);
    this.reachedCode = fill(false);
    this.isSuspect = fill(false);
    this.lastFailure = fill<'failed' | 'timed-out' | undefined>(undefined);
    this.#limitsOf = work.leaves.map(({ limits }) => [...new Set(limits)].filter((name) => settings.limits.has(name)));
  }

  addInput(input: Input): void {
    if (input.type === 'begin') this.hasBegun = true;
    else if (input.type === 'pause') this.isPaused = this.early === undefined;
    else if (input.type === 'unpause') this.isPaused = false;
    else if (input.type === 'hold') this.isHeld = true;
    else if (input.type === 'release') this.isHeld = false;
    else if (input.type === 'limit') this.limit = input.maxParallel;
    else if (input.type === 'retry-due') this.backingOff.delete(input.node);
    else if (input.type === 'ended') this.#addEnd(input);
  }

  #addEnd({ node, end }: Extract<Input, { type: 'ended' }>): void {
    this.running.delete(node);
    this.askedToEnd.delete(node);
    this.#useLimits(node, -1);
    if (end.kind !== 'not-begun') this.reachedCode[node] = true;
    if (end.kind === 'suspected') this.isSuspect[node] = true;
    if (end.kind === 'failed' || end.kind === 'timed-out') this.lastFailure[node] = end.kind;
    const isLost = end.kind === 'displaced' || end.kind === 'suspected';
    if (end.kind !== 'not-begun' && (!isLost || this.early?.how === 'cancel')) this.attempts[node]++;
    const goesOn = isLost || (end.kind === 'not-begun' && this.reachedCode[node]);
    if (goesOn && this.early?.how === 'stop' && this.isLeaf(node)) this.mayFinish.add(node);
  }

  addCommand(command: Command): void {
    if (command.type === 'start') {
      this.running.add(command.node);
      this.#useLimits(command.node, 1);
    } else if (command.type === 'stopping' || command.type === 'cancelling') this.isPaused = false;
    else if (command.type === 'wait') this.backingOff.add(command.node);
    else if (command.type === 'forget-wait') {
      this.backingOff.delete(command.node);
      this.forgotten.add(command.node);
    } else if (command.type === 'end') this.askedToEnd.add(command.node);
    else if (command.type === 'finish') this.isFinished = true;
    else if (command.type === 'settle') {
      this.outcomes[command.node] = command.outcome;
      this.becauses[command.node] = command.because;
    }
  }

  isLeaf(node: number): boolean {
    return node < this.work.leaves.length;
  }

  isIdle(node: number): boolean {
    return this.outcomes[node] === undefined && !this.running.has(node) && !this.backingOff.has(node);
  }

  childrenOf(branch: number): readonly number[] {
    return this.work.branches[branch - this.work.leaves.length].children;
  }

  /** What a leaf has to wait for. */
  dependenciesOf(leaf: number): readonly number[] {
    return this.settings.order === 'dependencies' ? this.work.leaves[leaf].dependsOn : [];
  }

  hasRoom(leaf: number): boolean {
    return this.#limitsOf[leaf].every((name) => (this.#limitsUsed.get(name) ?? 0) < this.settings.limits.get(name)!);
  }

  #useLimits(node: number, by: number): void {
    for (const name of this.#limitsOf[node] ?? []) this.#limitsUsed.set(name, (this.#limitsUsed.get(name) ?? 0) + by);
  }
}
