import type { EndedBy, Outcome } from '../domain/outcome.js';
import { Gate } from './gate.js';
import type { Because, Command } from './protocol.js';
import { ranksOf, unitRanks } from './ranks.js';
import { Ready } from './ready.js';
import { Tree, type TreeListener } from './tree.js';
import { ready, Units, waiting } from './units.js';
import type { ScheduleSettings, Work } from './work.js';

export interface EarlyEnd {
  readonly how: 'stop' | 'cancel';
  readonly by: EndedBy;
  readonly why: string;
  /** Whether leaves that run are asked to end. */
  readonly endsLeaves: boolean;
}

const noNames: readonly string[] = [];

/**
 * All that a scheduler knows of a run. It is changed in place, because a copy for each of 100,000 leaves would cost more
 * than the leaves.
 */
export class State {
  readonly work: Work;
  readonly settings: ScheduleSettings;
  readonly units: Units;
  readonly tree: Tree;
  readonly queue: Ready;
  readonly gate: Gate;
  /** By node: attempts that count, of all its tries. */
  readonly attempts: Uint32Array;
  /** Leaves that were cancelled one by one, and those that did not fit a budget any more, and why. */
  readonly cancelled = new Map<number, string>();
  readonly misfits = new Map<number, string>();
  /** Nodes that are budget-stopped, and why. */
  readonly budgetStops = new Map<number, string>();
  maxParallel: number;
  /** Slots that are held. */
  running = 0;
  isPaused = false;
  isHeld = false;
  early: EarlyEnd | undefined;
  now = 0;
  begunAt: number | undefined;
  commands: Command[] = [];

  constructor(work: Work, settings: ScheduleSettings, listener: TreeListener) {
    this.work = work;
    this.settings = settings;
    this.maxParallel = settings.maxParallel;
    this.units = new Units(work, settings.sampling?.breadth ?? 1);
    this.tree = new Tree(work, settings.order === 'dependencies', listener);
    this.gate = new Gate(settings, this.units.count);
    this.attempts = new Uint32Array(work.leaves.length + work.branches.length);
    this.queue = new Ready({
      ranks: unitRanks(ranksOf(work, settings.order), this.units),
      namesOf: (unit) => work.leaves[this.units.nodeOf(unit)]?.limits ?? noNames,
      limits: settings.limits,
      isWanted: (unit) => this.units.state[unit] === ready,
    });
  }

  /** How many may run now. */
  get cap(): number {
    return Math.min(this.maxParallel, this.gate.throttle.cap);
  }

  isSampled(node: number): boolean {
    return this.settings.sampling !== undefined && !this.tree.isBranch(node);
  }

  enqueue(unit: number): void {
    this.units.state[unit] = ready;
    this.queue.add(unit);
  }

  /** All that waits of a node. */
  enqueueNode(node: number): void {
    const { units } = this;
    for (let unit = units.firstOf(node); unit < units.endOf(node); unit++) {
      if (units.state[unit] === waiting) this.enqueue(unit);
    }
  }

  holdSlot(unit: number): void {
    this.running++;
    this.queue.hold(unit);
  }

  freeSlot(unit: number): void {
    this.running--;
    this.queue.release(unit);
  }

  /** An attempt counts. */
  charge(unit: number): void {
    this.units.attempts[unit]++;
    this.attempts[this.units.nodeOf(unit)]++;
  }

  /** Whether nothing of a leaf may go on: the run was ended early, or the leaf was. */
  isEnded(node: number): boolean {
    return this.early !== undefined || this.cancelled.has(node) || this.misfits.has(node);
  }

  /** How a node ends that was kept from its end. */
  unfinished(node: number): Outcome {
    if (this.misfits.has(node)) return 'budget-stopped';
    if (this.early?.by === 'budget' && !this.cancelled.has(node)) return 'budget-stopped';
    return this.units.some(node, (unit) => this.units.begun[unit] === 1) ? 'cancelled' : 'never-started';
  }

  whyEnded(node: number): Because {
    const why = this.cancelled.get(node) ?? this.misfits.get(node) ?? this.early?.why ?? '';
    return { kind: 'ended-early', why };
  }
}
