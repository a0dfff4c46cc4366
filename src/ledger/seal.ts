import { createHash, type Hash } from 'node:crypto';
import type { RunHead } from '../domain/ledger.js';
import type { FactRow } from './fact-rows.js';

/**
 * A hash over all that was ever written of a run, in order. It is stored beside it, so whatever is edited by hand, left
 * out or put in shows. It guards against accidents, not against somebody who computes it anew.
 */
export class Seal {
  readonly #hash: Hash;

  private constructor(hash: Hash) {
    this.#hash = hash;
  }

  static of({ id, root, version, startedAt, leaves, branches, settings }: RunHead, planHash: string): Seal {
    const head = [id, root, version, startedAt, leaves, branches, settings, planHash];
    return new Seal(createHash('sha256').update(JSON.stringify(head)));
  }

  /** The seal with these rows added; this one stays, for where they cannot be written. */
  with(session: number, rows: readonly FactRow[]): Seal {
    const hash = this.#hash.copy();
    let text = '';
    for (const row of rows) text += `\n${session}${JSON.stringify(inWords(row))}`;
    return new Seal(hash.update(text));
  }

  get text(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** Bytes in a form that no text has. */
const inWords = (row: FactRow): readonly unknown[] => {
  const [value, sample] = [row[7], row[13]];
  // Ledgers of version 1 had no column for samples, and their seals are to hold.
  const words: readonly unknown[] = sample === null ? row.slice(0, 13) : row;
  return value instanceof Uint8Array ? words.with(7, { bytes: Buffer.from(value).toString('hex') }) : words;
};
