import { createRequire } from 'node:module';
import type { TomlTable, TomlValue } from 'smol-toml';

export type { TomlTable, TomlValue };

/** No manifest is longer: what is, is not read. */
const largest = 500_000;
/** Lines that make no sense which are passed over. A file with more of them is no TOML. */
const mostBroken = 8;
/** Lists within lists beyond this are broken. */
const deepest = 32;

/**
 * What a TOML file says; undefined where it cannot be read. A line that makes no sense is passed over, as in a template
 * or where two versions were never merged: the rest still tells where things are.
 */
export const readToml = (text: string): TomlTable | undefined => {
  if (text.length > largest) return undefined;
  const { parse, TomlError } = smolToml();
  let lines: string[] | undefined;
  for (let broken = 0; broken <= mostBroken; broken++) {
    try {
      return parse(lines?.join('\n') ?? text, { maxDepth: deepest, integersAsBigInt: 'asNeeded' });
    } catch (error) {
      // Whatever a file makes of its parser, the project around it can still be read.
      if (!(error instanceof TomlError)) return undefined;
      lines ??= text.split(/\r?\n/);
      const at = error.line - 1;
      // What stands below a header that makes no sense must not count to the table above it.
      lines[at] = lines[at].startsWith('[') ? `[subplan.unread.line-${error.line}]` : '';
    }
  }
  return undefined;
};

/** A table; undefined for anything else. */
export const tomlTable = (value: TomlValue | undefined): TomlTable | undefined =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) ? value : undefined;

/** The table that keys lead to. */
export const tomlTableAt = (root: TomlTable | undefined, ...keys: readonly string[]): TomlTable | undefined => {
  let table = root;
  for (const key of keys) table = tomlTable(table?.[key]);
  return table;
};

export const tomlText = (value: TomlValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The tables of a list: `[[bin]]`. */
export const tomlTables = (value: TomlValue | undefined): readonly TomlTable[] =>
  Array.isArray(value) ? value.map(tomlTable).filter((one) => one !== undefined) : [];

/** Loaded once the first such file is met: most projects have none. */
const smolToml = (): typeof import('smol-toml') => createRequire(import.meta.url)('smol-toml');
