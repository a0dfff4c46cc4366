import type { EndedBy } from '../../../src/domain/outcome.js';
import type { Command, Input, OfTry } from '../../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';
import { LimitFacts } from './limit-facts.js';
import { NodeFacts } from './node-facts.js';
import type { TryFacts } from './try-facts.js';

export interface Early {
  readonly how: 'stop' | 'cancel';
  readonly by: EndedBy;
  readonly why: string;
}

/** What is known of a run from its inputs and commands alone: nothing here looks into the scheduler. */
export class Facts {
  readonly count: number;
  readonly nodes: readonly NodeFacts[];
  readonly parents: readonly number[];
  readonly named: LimitFacts;
  now = 0;
  hasBegun = false;
  isPaused = false;
  isHeld = false;
  isFinished = false;
  limit: number;
  early: Early | undefined;
  /** Attempts and choices that hold a slot. */
  running = 0;
  backingOff = 0;
  starts = 0;

  constructor(
    readonly work: Work,
    readonly settings: ScheduleSettings,
  ) {
    this.count = work.leaves.length + work.branches.length;
    this.limit = settings.maxParallel;
    this.named = new LimitFacts(work, settings);
    this.nodes = Array.from({ length: this.count }, (_, node) => {
      const isLeaf = this.isLeaf(node);
      return new NodeFacts(node, isLeaf, isLeaf ? settings.sampling : undefined);
    });
    const parents: number[] = new Array(this.count).fill(-1);
    work.branches.forEach(({ children }, i) => {
      for (const child of children) parents[child] = work.leaves.length + i;
    });
    this.parents = parents;
  }

  addInput(input: Input): void {
    if (input.type === 'begin') this.hasBegun = true;
    else if (input.type === 'pause') this.isPaused = this.early === undefined;
    else if (input.type === 'unpause') this.isPaused = false;
    else if (input.type === 'hold') this.isHeld = true;
    else if (input.type === 'release') this.isHeld = false;
    else if (input.type === 'limit') this.limit = input.maxParallel;
    else if (input.type === 'retry-due') this.#setIdle(this.tryOf(input));
    else if (input.type === 'ended') this.#addEnd(input);
    else if (input.type === 'spent') this.#addSpending(input);
    else if (input.type === 'selected') this.#addSelection(input);
    else if (input.type === 'cancel-leaf') this.#cancelLeaf(input);
  }

  #setIdle(one: TryFacts): void {
    // A timer may go off as it is taken back.
    if (one.state !== 'backing-off') return;
    one.state = 'idle';
    this.backingOff--;
  }

  #addEnd(input: Extract<Input, { type: 'ended' }>): void {
    this.running--;
    this.named.use(input.node, -1);
    this.nodes[input.node].end(this.tryOf(input), input.end, { early: this.early, retries: this.settings.retries });
  }

  #addSpending({ spending, ...of }: Extract<Input, { type: 'spent' }>): void {
    const { spent } = this.tryOf(of);
    spent.tokens += spending.tokens;
    spent.usd += spending.usd;
  }

  #addSelection(input: Extract<Input, { type: 'selected' }>): void {
    const node = this.nodes[input.node];
    node.selected = input;
    for (const one of node.tries) if (one.state === 'held') one.over('rejected');
    this.running--;
    this.named.use(input.node, -1);
  }

  #cancelLeaf({ node, why }: Extract<Input, { type: 'cancel-leaf' }>): void {
    const leaf = this.nodes[node];
    if (!leaf.isLeaf || leaf.outcome !== undefined || leaf.winner || leaf.cancelWhy !== undefined) return;
    leaf.cancelWhy = why;
    for (const one of leaf.tries) if (one.state === 'idle') one.drop();
  }

  addCommand(command: Command): void {
    switch (command.type) {
      case 'start':
        return this.#addStart(this.tryOf(command));
      case 'select':
        this.running++;
        this.named.use(command.node, 1);
        this.tryOf(command).state = 'held';
        return;
      case 'end':
        this.tryOf(command).isAsked = true;
        return;
      case 'wait':
        this.tryOf(command).state = 'backing-off';
        this.backingOff++;
        return;
      case 'forget-wait': {
        const one = this.tryOf(command);
        this.backingOff--;
        if (this.isLeaf(one.node) || this.early) one.drop();
        else one.waitAnew();
        return;
      }
      case 'settle': {
        const node = this.nodes[command.node];
        node.outcome = command.outcome;
        node.because = command.because;
        return;
      }
      case 'reopen':
        return this.nodes[command.node].open();
      case 'stopping':
      case 'cancelling':
        this.isPaused = false;
        return this.#drop(command.type === 'cancelling');
      case 'budget':
        if (command.level === 'hard' && command.of === 'time') this.#endLeaves();
        return;
      case 'finish':
        this.isFinished = true;
    }
  }

  #addStart(one: TryFacts): void {
    one.state = 'running';
    one.order = ++this.starts;
    one.spent = { tokens: 0, usd: 0 };
    this.running++;
    this.named.use(one.node, 1);
  }

  /** Time is over: nothing of a leaf starts any more. */
  #endLeaves(): void {
    for (const { tries, outcome, isLeaf } of this.nodes) {
      if (isLeaf && outcome === undefined) for (const one of tries) if (one.state === 'idle') one.drop();
    }
  }

  /** What an early end takes of what waits. */
  #drop(isCancel: boolean): void {
    for (const { node, tries, outcome, isLeaf } of this.nodes) {
      if (outcome !== undefined) continue;
      // A rollup that waits for its slot is let be by a stop; one that never began is judged by its children.
      const isTaken = (one: TryFacts): boolean =>
        isLeaf ? isCancel || !one.mayFinish : isCancel && one.hasBegun && this.hasSettledChildren(node);
      for (const one of tries) if (one.state === 'idle' && isTaken(one)) one.drop();
    }
  }

  tryOf({ node, try: number }: OfTry): TryFacts {
    return this.nodes[node].tries[number - 1];
  }

  isLeaf(node: number): boolean {
    return node < this.work.leaves.length;
  }

  childrenOf(branch: number): readonly number[] {
    return this.work.branches[branch - this.work.leaves.length].children;
  }

  /** What a leaf has to wait for. */
  dependenciesOf(leaf: number): readonly number[] {
    return this.settings.order === 'dependencies' ? this.work.leaves[leaf].dependsOn : [];
  }

  hasValues(branch: number): boolean {
    return this.childrenOf(branch).some((child) => this.nodes[child].outcome === 'succeeded');
  }

  hasSettledChildren(branch: number): boolean {
    return this.childrenOf(branch).every((child) => this.nodes[child].outcome !== undefined);
  }
}
