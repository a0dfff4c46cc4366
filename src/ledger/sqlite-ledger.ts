import { gunzipSync, gzipSync } from 'node:zlib';
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
import { atomically, type Cell, type Database, type Statement } from './database.js';
import { changedMeanwhile, ledgerTrouble, noSuchRun, owned } from './failures.js';
import { insertInBlocks } from './insert-in-blocks.js';
import { leaseMs, mayTake } from './lease.js';
import { Seal } from './seal.js';
import { findReusable } from './sqlite-reusable.js';
import { readRun } from './sqlite-run.js';
import { SqliteWriter } from './sqlite-writer.js';
import { Tally } from './tally.js';

/** A ledger in an SQLite file, which several processes may have open. */
export class SqliteLedger implements Ledger {
  readonly place: string;
  readonly #database: Database;
  readonly #witness: Witness;
  readonly #statements = new Map<string, Statement>();
  #hasWritten = false;
  /** Of what was read, to go on with. */
  readonly #seals = new WeakMap<RecordedRun, Seal>();

  constructor(database: Database, place: string, witness: Witness) {
    this.#database = database;
    this.place = place;
    this.#witness = witness;
  }

  begin(head: RunHead, plan: PlanRecord, owner: Owner): RunWriter {
    return this.#change(() => {
      const planNumber = this.#keepPlan(plan);
      const seal = Seal.of(head, plan.hash);
      const { id, root, version, startedAt, leaves, branches, settings } = head;
      this.#sql(
        `INSERT INTO runs (id, plan, root, version, started_at, leaves, branches, settings, facts, seal, sessions,
          succeeded, failed, last_at, owner, lease_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0, 0, ?, ?, ?)`,
      ).run([
        ...[id, planNumber, root, version, startedAt, leaves, branches, settings, seal.text, startedAt],
        ...[JSON.stringify(owner), this.#witness.now() + leaseMs],
      ]);
      const [[number]] = this.#sql('SELECT number FROM runs WHERE id = ?').all([id]) as [[number]];
      return this.#writer(number, head, { seal, owner, tally: new Tally(leaves, startedAt) });
    });
  }

  claim(run: RecordedRun, owner: Owner): RunWriter {
    const { id } = run.head;
    return this.#change(() => {
      const columns = 'number, seal, owner, lease_until';
      const [row] = this.#sql(`SELECT ${columns} FROM runs WHERE id = ?`).all([id]);
      if (!row) throw noSuchRun(id, this.place, []);
      const [number, sealed, text, leaseUntil] = row as [number, string, string | null, number];
      this.#refuseOwned(id, text, leaseUntil);
      const seal = this.#seals.get(run) as Seal;
      if (seal.text !== sealed) throw changedMeanwhile(id);
      this.#sql('UPDATE runs SET owner = ?, lease_until = ? WHERE number = ?').run([
        ...[JSON.stringify(owner), this.#witness.now() + leaseMs, number],
      ]);
      const tally = new Tally(run.head.leaves, run.head.startedAt);
      tally.add(run.facts);
      return this.#writer(number, run.head, { seal, owner, tally });
    });
  }

  read(id: string): RecordedRun {
    return this.#guarded(() => {
      const { run, seal } = readRun(this.#database, id, this.place);
      this.#seals.set(run, seal);
      return run;
    });
  }

  runs(): readonly RunLine[] {
    const columns =
      'id, root, started_at, last_at, leaves, succeeded, failed, sessions, status, owner, lease_until, usage, settings';
    return this.#guarded(() => this.#sql(`SELECT ${columns} FROM runs ORDER BY number DESC`).all([]).map(lineOf));
  }

  reusable(fingerprints: readonly string[]): ReadonlyMap<string, Reusable> {
    return this.#guarded(() => findReusable(this.#database, fingerprints, this.place));
  }

  planFor(key: string): StoredPlan | undefined {
    const sql = `SELECT plans.json, plans.made_at, runs.id FROM plans JOIN runs ON runs.plan = plans.id
      WHERE plans.key = ? ORDER BY runs.number DESC LIMIT 1`;
    return this.#guarded(() => {
      const [row] = this.#sql(sql).all([key]);
      if (!row) return undefined;
      const [json, madeAt, run] = row as [Uint8Array, number, string];
      return { json: gunzipSync(json).toString('utf8'), madeAt, run };
    });
  }

  remove(ids: readonly string[]): void {
    this.#change(() => {
      for (const id of ids) {
        const [row] = this.#sql('SELECT number, owner, lease_until FROM runs WHERE id = ?').all([id]);
        if (!row) throw noSuchRun(id, this.place, []);
        const [number, text, leaseUntil] = row as [number, string | null, number];
        this.#refuseOwned(id, text, leaseUntil);
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

  #refuseOwned(id: string, owner: string | null, leaseUntil: number): void {
    if (owner === null) return;
    const held = { owner: JSON.parse(owner) as Owner, leaseUntil };
    if (!mayTake(held, this.#witness)) throw owned(id, held, this.#witness.sees(held.owner) === 'alive');
  }

  #bytes(): number {
    const [[pages]] = this.#sql('PRAGMA page_count').all([]) as [[number]];
    const [[size]] = this.#sql('PRAGMA page_size').all([]) as [[number]];
    return pages * size;
  }

  #keepPlan({ hash, key, madeAt, json, subplans }: PlanRecord): number {
    const find = () => this.#sql('SELECT id FROM plans WHERE hash = ?').all([hash])[0]?.[0] as number | undefined;
    const known = find();
    if (known !== undefined) {
      // The same plan, made anew: what is planned next stays close to the newest.
      this.#sql('UPDATE plans SET key = coalesce(?, key) WHERE id = ?').run([key ?? null, known]);
      return known;
    }
    this.#sql('INSERT INTO plans (hash, key, made_at, json) VALUES (?, ?, ?, ?)').run([
      ...[hash, key ?? null, madeAt, gzipSync(json, { level: 1 })],
    ]);
    const plan = find() as number;
    const rows = subplans().map(({ id, parent, kind, label, depth, tokens, files }, node): Cell[] => [
      ...[plan, node, id, parent ?? null, kind, label, depth, tokens, files],
    ]);
    insertInBlocks(
      (sql) => this.#sql(sql),
      'subplans (plan, node, id, parent, kind, label, depth, tokens, files)',
      rows,
    );
    return plan;
  }

  #writer(number: number, { id }: RunHead, state: { seal: Seal; owner: Owner; tally: Tally }): RunWriter {
    const { place } = this;
    const now = this.#witness.now;
    return new SqliteWriter({
      ...state,
      number,
      id,
      place,
      now,
      database: this.#database,
      sql: (text) => this.#sql(text),
    });
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

  #guarded<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw ledgerTrouble(this.place, error);
    }
  }
}

const lineOf = (row: readonly Cell[]): RunLine => {
  const [id, root, startedAt, lastAt, leaves, succeeded, failed, sessions, status, owner, leaseUntil, usage, settings] =
    row;
  return {
    ...{ id, root, startedAt, lastAt, leaves, succeeded, failed, sessions, settings },
    status: status ?? undefined,
    held: owner === null ? undefined : { owner: JSON.parse(owner as string), leaseUntil },
    usage: usage === null ? {} : JSON.parse(usage as string),
  } as unknown as RunLine;
};
