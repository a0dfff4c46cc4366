import type { Fact } from '../domain/fact.js';
import type { RunWriter } from '../domain/ledger.js';
import type { Owner } from '../domain/owner.js';
import type { HistoryFold } from '../history/history.js';
import { atomically, atomicallyLater, type Cell, type Database, type Statement } from './database.js';
import { cellsOf, factColumns, largeValue, microseconds, rowOf } from './fact-rows.js';
import { ledgerTrouble, takenOver } from './failures.js';
import { insertInBlocks } from './insert-in-blocks.js';
import { leaseMs } from './lease.js';
import type { Seal } from './seal.js';

export interface Writing {
  readonly database: Database;
  /** Prepared statements, each made once. */
  readonly sql: (text: string) => Statement;
  readonly place: string;
  readonly id: string;
  readonly number: number;
  readonly owner: Owner;
  readonly now: () => number;
  /** Throws where the file is no longer there. */
  readonly check: () => void;
  /** How long to wait for somebody else who has the lock. */
  readonly patienceMs: number;
  readonly seal: Seal;
  /** Of all that is written. */
  readonly history: HistoryFold;
}

const columns = `facts (run, seq, session, ${factColumns.join(', ')})`;
const progress = `UPDATE runs SET facts = ?, seal = ?, sessions = ?, succeeded = ?, failed = ?, last_at = ?, status = ?,
  usage = ?, lease_until = ? WHERE number = ? AND owner = ?`;

/** Writes the facts of a run. Only as long as it is the owner: whoever was taken for dead writes nothing more. */
export class SqliteWriter implements RunWriter {
  readonly #writing: Writing;
  readonly #owner: string;
  #seal: Seal;
  /** Whether facts are being written, or could not be: those are counted already, and nothing may come after them. */
  #isBroken = false;

  constructor(writing: Writing) {
    this.#writing = writing;
    this.#seal = writing.seal;
    this.#owner = JSON.stringify(writing.owner);
  }

  async append(facts: readonly Fact[]): Promise<void> {
    const { history, number, sql, id } = this.#writing;
    if (this.#isBroken) throw new Error(`run ${id} goes on after its ledger failed`);
    // All of them or none: what cannot be written down shows before anything is counted.
    const rows = facts.map(rowOf);
    const first = history.facts;
    this.#isBroken = true;
    history.add(facts);
    const session = history.sessions.length;
    const seal = this.#seal.with(session, rows);
    await this.#changeLater(() => {
      const cells = (i: number): Cell[] => [number, first + i, session, ...cellsOf(rows[i])];
      insertInBlocks(sql, columns, { count: rows.length, cells });
      for (const fact of facts) this.#keepLarge(fact);
      this.#say(seal);
    });
    this.#seal = seal;
    this.#isBroken = false;
  }

  renew(): void {
    if (!this.#isBroken) this.#change(() => this.#say(this.#seal));
  }

  release(): void {
    const { sql, number } = this.#writing;
    this.#change(() =>
      sql('UPDATE runs SET owner = NULL, lease_until = NULL WHERE number = ? AND owner = ?').run([number, this.#owner]),
    );
  }

  #keepLarge(fact: Fact): void {
    const large = largeValue(fact);
    if (!large) return;
    this.#writing.sql('INSERT OR IGNORE INTO large_values (hash, value) VALUES (?, ?)').run([large.hash, large.data]);
  }

  #say(seal: Seal): void {
    const { history, sql, number, now, id } = this.#writing;
    const { facts, sessions, succeeded, failed, lastAt, finish, usage } = history;
    const spent = Object.keys(usage).length > 0 ? JSON.stringify(usage) : null;
    const changed = sql(progress).run([
      ...[facts, seal.text, sessions.length, succeeded, failed, microseconds(lastAt), finish?.status ?? null, spent],
      ...[microseconds(now() + leaseMs), number, this.#owner],
    ]);
    if (changed === 0) throw takenOver(id);
  }

  async #changeLater(act: () => void): Promise<void> {
    try {
      await atomicallyLater(this.#writing.database, this.#writing.patienceMs, act);
      // Afterwards: what was written to a file that is gone has not lasted.
      this.#writing.check();
    } catch (error) {
      throw ledgerTrouble(this.#writing.place, error);
    }
  }

  #change(act: () => void): void {
    try {
      atomically(this.#writing.database, act);
    } catch (error) {
      throw ledgerTrouble(this.#writing.place, error);
    }
  }
}
