import type { Ledger } from '../../../src/domain/ledger.js';
import { openExistingLedger } from '../../../src/ledger/open-ledger.js';

/** All that reading a ledger gives, as JSON has it. */
export const contentsOf = async (file: string) => {
  const witness = { now: () => 0, sees: () => 'unknown' as const };
  const ledger = (await openExistingLedger({ file, witness })) as Ledger;
  try {
    const lines = ledger.runs();
    return plain({ lines, runs: lines.map(({ id }) => ledger.read(id)) });
  } finally {
    ledger.close();
  }
};

/** Bytes are written in hex; what is undefined is not there. */
const plain = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_, inner) => (isBytes(inner) ? { hex: Buffer.from(inner.data).toString('hex') } : inner)),
  );

/** A Buffer has made itself JSON before anybody else is asked. */
const isBytes = (value: unknown): value is { readonly data: number[] } =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer';
