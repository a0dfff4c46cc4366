import { gzipSync } from 'node:zlib';
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
import type { Held, Owner, Witness } from '../domain/owner.js';
import { HistoryFold } from '../history/history.js';
import { atOneMoment, atomically, type Cell, type Database, type Statement } from './database.js';
import { microseconds, milliseconds } from './fact-rows.js';
import { alreadyThere, changedMeanwhile, damaged, ledgerTrouble, noSuchRun, owned, tampered } from './failures.js';
import { insertInBlocks } from './insert-in-blocks.js';
import { leaseMs, mayTake } from './lease.js';
import { textOf } from './read-facts.js';
import { Seal } from './seal.js';
import { findReusable } from './sqlite-reusable.js';
import { readRun, unzipped } from './sqlite-run.js';
import { SqliteWriter } from './sqlite-writer.js';
import { digest } from './stored-value.js';

export interface Standing {
  readonly place: string;
  readonly witness: Witness;
  /** Throws where the file is no longer there. */
  readonly check: () => void;
  /** How long to wait for somebody else who has the lock. */
  readonly patienceMs: number;
}

/** A ledger in an SQLite file, which several processes may have open. */
export class SqliteLedger implements Ledger {
  readonly place: string;
  readonly #database: Database;
  readonly #witness: Witness;
  readonly #check: () => void;
  readonly #patienceMs: number;
  readonly #statements = new Map<string, Statement>();
  #hasWritten = false;
  /** Of what was read, to go on with. */
  readonly #seals = new WeakMap<RecordedRun, Seal>();

  constructor(database: Database, { place, witness, check, patienceMs }: Standing) {
    this.#database = database;
    this.place = place;
    this.#witness = witness;
    this.#check = check;
    this.#patienceMs = patienceMs;
  }

  begin(head: RunHead, plan: PlanRecord, owner: Owner): RunWriter {
    return this.#change(() => {
      if (this.#sql('SELECT 1 FROM runs WHERE id = ?').all([head.id]).length > 0) throw alreadyThere(head.id);
      const planNumber = this.#keepPlan(plan);
      const seal = Seal.of(head, plan.hash);
      const { id, root, version, startedAt, leaves, branches, settings } = head;
      this.#sql(
        `INSERT INTO runs (id, plan, plan_key, root, version, started_at, leaves, branches, settings, facts, seal, sessions,
          succeeded, failed, last_at, owner, lease_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0, 0, ?, ?, ?)`,
      ).run([
        ...[id, planNumber, plan.key ?? null, root, version, microseconds(startedAt), leaves, branches, settings],
        ...[seal.text, microseconds(startedAt), JSON.stringify(owner), microseconds(this.#witness.now() + leaseMs)],
      ]);
      const [[number]] = this.#sql('SELECT number FROM runs WHERE id = ?').all([id]) as [[number]];
      return this.#writer(number, head, { seal, owner, history: new HistoryFold(head, 'left-out') });
    });
  }

  claim(run: RecordedRun, owner: Owner): RunWriter {
    const { id } = run.head;
    return this.#change(() => {
      const columns = 'number, CAST(seal AS BLOB), CAST(owner AS BLOB), lease_until';
      const [row] = this.#sql(`SELECT ${columns} FROM runs WHERE id = ?`).all([id]);
      if (!row) throw noSuchRun(id, this.place, []);
      const [number, sealed, held, leaseUntil] = row as [number, Uint8Array, Uint8Array | null, number];
      this.#refuseOwned(id, held, leaseUntil);
      const seal = this.#seals.get(run) as Seal;
      if (seal.text !== this.#readable(() => textOf(sealed))) throw changedMeanwhile(id);
      this.#sql('UPDATE runs SET owner = ?, lease_until = ? WHERE number = ?').run([
        ...[JSON.stringify(owner), microseconds(this.#witness.now() + leaseMs), number],
      ]);
      const history = new HistoryFold(run.head, 'left-out');
      history.add(run.facts);
      return this.#writer(number, run.head, { seal, owner, history });
    });
  }

  read(id: string): RecordedRun {
    return this.#atOnce(() => {
      const { run, seal } = readRun(this.#database, id, this.place);
      this.#seals.set(run, seal);
      return run;
    });
  }

  runs(): readonly RunLine[] {
    const texts = ['id', 'root', 'status', 'owner', 'usage', 'settings'].map((name) => `CAST(${name} AS BLOB)`);
    const columns = ['started_at', 'last_at', 'leaves', 'succeeded', 'failed', 'sessions', 'lease_until', ...texts];
    return this.#guarded(() =>
      this.#sql(`SELECT ${columns.join(', ')} FROM runs ORDER BY number DESC`)
        .all([])
        .map((row) => this.#readable(() => lineOf(row))),
    );
  }

  reusable(fingerprints: readonly string[], run?: string): ReadonlyMap<string, Reusable> {
    return this.#atOnce(() => this.#readable(() => findReusable(this.#database, { fingerprints, run }, this.place)));
  }

  planFor(key: string): StoredPlan | undefined {
    const sql = `SELECT plans.json, plans.made_at, CAST(plans.hash AS BLOB), CAST(runs.id AS BLOB)
      FROM runs JOIN plans ON plans.id = runs.plan WHERE runs.plan_key = ? ORDER BY runs.number DESC LIMIT 1`;
    return this.#guarded(() => {
      const [row] = this.#sql(sql).all([key]);
      if (!row) return undefined;
      return this.#readable(() => {
        const [hash, run] = [textOf(row[2]), textOf(row[3])];
        const json = unzipped(row[0]);
        if (json === undefined || digest(json) !== hash) throw tampered(run, this.place, 'its plan was changed');
        return { json, madeAt: milliseconds(row[1] as number), run };
      });
    });
  }

  remove(ids: readonly string[]): void {
    this.#change(() => {
      for (const id of ids) {
        const [row] = this.#sql('SELECT number, CAST(owner AS BLOB), lease_until FROM runs WHERE id = ?').all([id]);
        if (!row) throw noSuchRun(id, this.place, []);
        const [number, owner, leaseUntil] = row as [number, Uint8Array | null, number];
        this.#refuseOwned(id, owner, leaseUntil);
        this.#sql('DELETE FROM facts WHERE run = ?').run([number]);
        this.#sql('DELETE FROM runs WHERE number = ?').run([number]);
      }
    });
  }

  collect(): Freed {
    const before = this.#bytes();
    const { plans, values } = this.#change(() => {
      const unused = 'NOT IN (SELECT plan FROM runs)';
      this.#sql(`DELETE FROM subplans WHERE plan ${unused}`).run([]);
      return {
        plans: this.#sql(`DELETE FROM plans WHERE id ${unused}`).run([]),
        values: this.#sql(
          'DELETE FROM large_values WHERE hash NOT IN (SELECT large FROM facts WHERE large IS NOT NULL)',
        ).run([]),
      };
    });
    return this.#guarded(() => {
      this.#database.exec('VACUUM');
      this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
      return { plans, values, bytes: Math.max(0, before - this.#bytes()) };
    });
  }

  close(): void {
    this.#guarded(() => {
      // Whoever wrote leaves one whole file; a ledger that was only looked at is left as it is.
      try {
        if (this.#hasWritten) this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]);
      } finally {
        this.#database.close();
      }
    });
  }

  #refuseOwned(id: string, owner: Uint8Array | null, leaseUntil: number): void {
    if (owner === null) return;
    const held = this.#readable(() => heldOf(owner, leaseUntil));
    if (!mayTake(held, this.#witness)) throw owned(id, held, this.#witness.sees(held.owner) === 'alive');
  }

  #bytes(): number {
    const [[pages]] = this.#sql('PRAGMA page_count').all([]) as [[number]];
    const [[size]] = this.#sql('PRAGMA page_size').all([]) as [[number]];
    return pages * size;
  }

  #keepPlan({ hash, madeAt, json, subplans }: PlanRecord): number {
    const find = () => this.#sql('SELECT id FROM plans WHERE hash = ?').all([hash])[0]?.[0] as number | undefined;
    const known = find();
    if (known !== undefined) return known;
    const zipped = gzipSync(json, { level: 1 });
    this.#sql('INSERT INTO plans (hash, made_at, json) VALUES (?, ?, ?)').run([hash, microseconds(madeAt), zipped]);
    const plan = find() as number;
    const all = subplans();
    const cells = (node: number): Cell[] => {
      const { id, parent, kind, label, depth, tokens, files } = all[node];
      return [plan, node, id, parent ?? null, kind, label, depth, tokens, files];
    };
    const into = 'subplans (plan, node, id, parent, kind, label, depth, tokens, files)';
    insertInBlocks((sql) => this.#sql(sql), into, { count: all.length, cells });
    return plan;
  }

  #writer(number: number, { id }: RunHead, state: { seal: Seal; owner: Owner; history: HistoryFold }): RunWriter {
    const about = {
      number,
      id,
      place: this.place,
      now: this.#witness.now,
      check: this.#check,
      patienceMs: this.#patienceMs,
    };
    return new SqliteWriter({ ...state, ...about, database: this.#database, sql: (text) => this.#sql(text) });
  }

  #sql(text: string): Statement {
    const known = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, known);
    return known;
  }

  #change<T>(act: () => T): T {
    this.#hasWritten = true;
    return this.#guarded(() => atomically(this.#database, act));
  }

  #atOnce<T>(read: () => T): T {
    return this.#guarded(() => atOneMoment(this.#database, read));
  }

  /** What cannot be decoded or parsed was never written so. */
  #readable<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) throw damaged(this.place, error.message, error);
      throw error;
    }
  }

  #guarded<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw ledgerTrouble(this.place, error);
    }
  }
}

const heldOf = (owner: Uint8Array, leaseUntil: number): Held => ({
  owner: JSON.parse(textOf(owner)) as Owner,
  leaseUntil: milliseconds(leaseUntil),
});

const lineOf = (row: readonly Cell[]): RunLine => {
  const [startedAt, lastAt, leaves, succeeded, failed, sessions, leaseUntil] = row as number[];
  const [id, root, status, owner, usage, settings] = row.slice(7) as (Uint8Array | null)[];
  return {
    ...{ id: textOf(id), root: textOf(root), settings: textOf(settings), leaves, succeeded, failed, sessions },
    ...{ startedAt: milliseconds(startedAt), lastAt: milliseconds(lastAt) },
    status: status === null ? undefined : (textOf(status) as RunLine['status']),
    held: owner === null ? undefined : heldOf(owner, leaseUntil),
    usage: usage === null ? {} : JSON.parse(textOf(usage)),
  };
};
