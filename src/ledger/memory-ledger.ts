import type { Fact } from '../domain/fact.js';
import type {
  Freed,
  Ledger,
  PlanRecord,
  RecordedRun,
  Reusable,
  RunHead,
  RunLine,
  RunWriter,
  StoredPlan,
} from '../domain/ledger.js';
import type { Owner, Witness } from '../domain/owner.js';
import type { StoredValue } from '../domain/stored-value.js';
import { HistoryFold } from '../history/history.js';
import { type FactRow, factOf, largeValue, rowOf } from './fact-rows.js';
import { alreadyThere, changedMeanwhile, noSuchRun, owned, takenOver } from './failures.js';
import { leaseMs, mayTake } from './lease.js';

interface Entry {
  readonly head: RunHead;
  readonly plan: PlanRecord;
  readonly rows: FactRow[];
  readonly history: HistoryFold;
  held: { readonly owner: Owner; leaseUntil: number } | undefined;
}

/** A ledger that lasts as long as the process: for tests, and for those who resume within one. */
export class MemoryLedger implements Ledger {
  readonly place = 'the ledger in memory';
  readonly #witness: Witness;
  readonly #entries = new Map<string, Entry>();
  readonly #large = new Map<string, StoredValue>();

  constructor(witness: Witness) {
    this.#witness = witness;
  }

  begin(head: RunHead, plan: PlanRecord, owner: Owner): RunWriter {
    if (this.#entries.has(head.id)) throw alreadyThere(head.id);
    const held = { owner, leaseUntil: this.#witness.now() + leaseMs };
    const entry: Entry = { head, plan, rows: [], history: new HistoryFold(head, 'left-out'), held };
    this.#entries.set(head.id, entry);
    return this.#writer(entry, owner);
  }

  claim({ head, facts }: RecordedRun, owner: Owner): RunWriter {
    const entry = this.#entry(head.id);
    this.#refuseOwned(entry);
    if (entry.rows.length !== facts.length) throw changedMeanwhile(head.id);
    entry.held = { owner, leaseUntil: this.#witness.now() + leaseMs };
    return this.#writer(entry, owner);
  }

  read(id: string): RecordedRun {
    const { head, plan, rows } = this.#entry(id);
    const { json, hash, madeAt } = plan;
    return { head, plan: { json, hash, madeAt }, facts: rows.map((row) => this.#fact(row)) };
  }

  runs(): readonly RunLine[] {
    return [...this.#entries.values()].reverse().map(({ head, history, held }) => {
      const { id, root, startedAt, leaves, settings } = head;
      const { lastAt, succeeded, failed, sessions, finish, usage } = history;
      return {
        ...{ id, root, startedAt, lastAt, leaves, succeeded, failed, usage, settings, held },
        ...{ sessions: sessions.length, status: finish?.status },
      };
    });
  }

  reusable(fingerprints: readonly string[], run?: string): ReadonlyMap<string, Reusable> {
    const wanted = new Set(fingerprints);
    const found = new Map<string, Reusable>();
    for (const { head, rows } of this.#entries.values()) {
      if (run !== undefined && head.id !== run) continue;
      for (const row of rows) {
        const fact = this.#fact(row);
        if (fact.kind !== 'ended' && fact.kind !== 'chosen' && fact.kind !== 'reused') continue;
        const { fingerprint, value } = fact;
        if (fingerprint === undefined || value === undefined || !wanted.has(fingerprint)) continue;
        if (fact.kind !== 'reused' && fact.wrote) continue;
        found.set(fingerprint, { value, run: fact.kind === 'reused' ? fact.from : head.id });
      }
    }
    return found;
  }

  planFor(key: string): StoredPlan | undefined {
    const newest = [...this.#entries.values()].reverse().find(({ plan }) => plan.key === key);
    return newest && { json: newest.plan.json, madeAt: newest.plan.madeAt, run: newest.head.id };
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#refuseOwned(this.#entry(id));
    for (const id of ids) this.#entries.delete(id);
  }

  collect(): Freed {
    const used = new Set([...this.#entries.values()].flatMap(({ rows }) => rows.map((row) => row[8])));
    const unused = [...this.#large.keys()].filter((hash) => !used.has(hash));
    for (const hash of unused) this.#large.delete(hash);
    return { plans: 0, values: unused.length, bytes: 0 };
  }

  /** Nothing: it can be used again, as a file can be opened again. */
  close(): void {}

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw noSuchRun(id, this.place, []);
    return entry;
  }

  #refuseOwned({ held, head }: Entry): void {
    if (held && !mayTake(held, this.#witness)) throw owned(head.id, held, this.#witness.sees(held.owner) === 'alive');
  }

  #fact(row: FactRow): Fact {
    return factOf(row, (hash) => this.#large.get(hash) as StoredValue);
  }

  #writer(entry: Entry, { token }: Owner): RunWriter {
    const renew = () => {
      const isOurs = this.#entries.get(entry.head.id) === entry && entry.held?.owner.token === token;
      if (!isOurs || !entry.held) throw takenOver(entry.head.id);
      entry.held.leaseUntil = this.#witness.now() + leaseMs;
    };
    return {
      renew,
      append: async (facts) => {
        renew();
        // All of them or none: what cannot be written down shows before anything is.
        const rows = facts.map(rowOf);
        for (const large of facts.map(largeValue)) if (large) this.#large.set(large.hash, large);
        entry.rows.push(...rows);
        entry.history.add(facts);
      },
      release: () => {
        if (entry.held?.owner.token === token) entry.held = undefined;
      },
    };
  }
}
