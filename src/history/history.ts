import type { ProcessMark } from '../domain/command.js';
import type { Fact } from '../domain/fact.js';
import type { RecordedRun, RunHead } from '../domain/ledger.js';
import type { Outcome } from '../domain/outcome.js';
import type { OpenAttempt, RunFinish, RunHistory } from '../domain/run-history.js';
import type { Session } from '../domain/session.js';
import { addUsage, noUsage, spendingOf, type Usage } from '../domain/usage.js';
import { NodeFold, type Values } from './node-fold.js';

type Head = Pick<RunHead, 'leaves' | 'branches' | 'startedAt'>;
type NodeFact = Extract<Fact, { node: number }>;

/** What the facts of a run come to. */
export const historyOf = ({ head, facts }: Pick<RecordedRun, 'facts'> & { readonly head: Head }): RunHistory => {
  const history = new HistoryFold(head, 'kept');
  history.add(facts);
  return history;
};

/** The history of a run that is being written: it takes in facts as they come. Nobody else folds facts. */
export class HistoryFold implements RunHistory {
  facts = 0;
  lastAt: number;
  readonly sessions: Session[] = [];
  changed: Readonly<Record<string, unknown>> = {};
  readonly nodes: (NodeFold | undefined)[];
  succeeded = 0;
  failed = 0;
  readonly processes: ProcessMark[] = [];
  usage: Usage = noUsage;
  readonly spent = { tokens: 0, usd: 0 };
  finish: RunFinish | undefined;
  readonly #leaves: number;
  readonly #values: Values;
  readonly #open = new Map<number, OpenAttempt[]>();
  /** How long the sessions before took; when this one began, and when something last happened in it. */
  readonly #time = { before: 0, from: 0, to: 0 };

  constructor(head: Head, values: Values) {
    this.#leaves = head.leaves;
    this.#values = values;
    this.lastAt = head.startedAt;
    this.nodes = new Array(head.leaves + head.branches).fill(undefined);
  }

  get open(): readonly OpenAttempt[] {
    return [...this.#open.values()].flat();
  }

  get elapsedMs(): number {
    return this.#time.before + (this.#time.to - this.#time.from);
  }

  add(facts: readonly Fact[]): void {
    for (const fact of facts) this.#addOne(fact);
  }

  #addOne(fact: Fact): void {
    const seq = this.facts++;
    this.lastAt = Math.max(this.lastAt, fact.at);
    if (fact.kind !== 'session') this.#time.to = Math.max(this.#time.to, fact.at);
    if ('node' in fact) this.#addToNode(fact, seq);
    switch (fact.kind) {
      case 'session':
        return this.#begin(fact.session);
      case 'finished': {
        const { startedAt, at: endedAt, status, why, by, concurrency } = fact;
        this.finish = { startedAt, endedAt, status, why, by, concurrency };
        return this.#open.clear();
      }
      case 'started': {
        const { node, attempt, sample, at: startedAt } = fact;
        const opened = { node, attempt, startedAt, ...(sample ? { sample } : {}) };
        return void this.#open.set(node, [...(this.#open.get(node) ?? []), opened]);
      }
      case 'ended':
        return fact.isFinal ? void this.#open.delete(fact.node) : this.#close(fact);
      case 'lost':
        return this.#close(fact);
      case 'chosen':
      case 'reused':
      case 'settled':
        return void this.#open.delete(fact.node);
      case 'spent': {
        const { tokens, usd } = spendingOf(fact.usage);
        this.usage = addUsage(this.usage, fact.usage);
        this.spent.tokens += tokens;
        this.spent.usd += usd;
        return;
      }
      case 'process':
        return void this.processes.push(fact.mark);
      // How fast a service was then says nothing of now.
      case 'slowed-down':
        return;
    }
  }

  /** What ran before ended with its process. What is changed holds for later sessions too. */
  #begin(session: Session): void {
    this.sessions.push(session);
    this.changed = {
      ...this.changed,
      ...Object.fromEntries(session.changed.map(({ option, now }) => [option, now])),
    };
    this.finish = undefined;
    this.#open.clear();
    const time = this.#time;
    time.before = this.elapsedMs;
    time.from = session.startedAt;
    time.to = session.startedAt;
  }

  #close({ node, attempt, sample }: Extract<Fact, { kind: 'ended' | 'lost' }>): void {
    const others = (this.#open.get(node) ?? []).filter(
      (one) => one.attempt !== attempt || one.sample?.try !== sample?.try || one.sample?.round !== sample?.round,
    );
    if (others.length > 0) this.#open.set(node, others);
    else this.#open.delete(node);
  }

  #addToNode(fact: NodeFact, seq: number): void {
    if (fact.node >= this.nodes.length) return;
    this.nodes[fact.node] ??= new NodeFold(this.#values);
    const node = this.nodes[fact.node] as NodeFold;
    const before = node.end?.outcome;
    node.add(fact, seq);
    // Of leaves only; one that failed and was run again counts as what it is now.
    if (fact.node < this.#leaves) this.#count(before, node.end?.outcome);
  }

  #count(before: Outcome | undefined, now: Outcome | undefined): void {
    if (before === now) return;
    if (before === 'succeeded') this.succeeded--;
    if (isFailure(before)) this.failed--;
    if (now === 'succeeded') this.succeeded++;
    if (isFailure(now)) this.failed++;
  }
}

const isFailure = (outcome: Outcome | undefined): boolean => outcome === 'failed' || outcome === 'timed-out';
