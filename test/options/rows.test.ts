import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { flagsOf, type OptionFlag } from '../../src/cli/settings/flag.js';
import { settingsWords } from '../../src/cli/settings/settings-words.js';
import { libraryWords, option, worded } from '../../src/domain/message.js';
import { calibrateRows } from '../../src/options/calibrate-options.js';
import { decomposeRows } from '../../src/options/decompose-options.js';
import { executeRows } from '../../src/options/execute-options.js';
import { designRows } from '../../src/options/experiment-options.js';
import { fieldProblems } from '../../src/options/fields.js';
import type { NumberBounds } from '../../src/options/number-bounds.js';
import type { Row, Rows } from '../../src/options/row.js';
import { valueText } from '../../src/options/text-words.js';

const tables: Readonly<Record<string, Rows>> = {
  decompose: decomposeRows,
  execute: executeRows,
  calibrate: calibrateRows,
  experiment: designRows,
};

interface Placed {
  readonly path: readonly string[];
  readonly row: Row;
}

const placed = (rows: Rows, at: readonly string[] = []): Placed[] =>
  Object.entries(rows).flatMap(([name, row]) => [
    { path: [...at, name], row },
    ...placed(row.parts ?? {}, [...at, name]),
  ]);

/** Values just outside, each with the bound that a refusal must name. */
const outside = ({ isWhole, least, above, most }: NumberBounds): [value: number, bound: number][] => {
  const step = isWhole ? 1 : 0.001;
  return [
    ...(least === undefined ? [] : [[least - step, least] as [number, number]]),
    ...(above === undefined ? [] : [[above, above] as [number, number]]),
    ...(most === undefined ? [] : [[most + step, most] as [number, number]]),
    ...(isWhole && most === undefined ? [[2 ** 53, Number.MAX_SAFE_INTEGER] as [number, number]] : []),
    ...(isWhole && least === undefined ? [[-(2 ** 53), Number.MIN_SAFE_INTEGER] as [number, number]] : []),
  ];
};

const numeric = Object.entries(tables).flatMap(([table, rows]) =>
  placed(rows).flatMap(({ path, row }) =>
    row.bounds
      ? outside(row.bounds).map(([value, bound]) => ({ table, name: path.join('.'), path, row, value, bound }))
      : [],
  ),
);

describe('a number outside its bounds is refused with a text that names the bound', () => {
  test('there are such numbers', () => {
    expect(numeric.length).toBeGreaterThan(40);
  });

  test.each(numeric)('$table $name: $value', ({ table, path, row, value, bound }) => {
    const [name, ...deeper] = path;
    const last = path.at(-1) ?? '';
    const [finding] = fieldProblems({ [last]: value }, { [last]: row });
    expect(worded(finding.expected, libraryWords)).toContain(String(bound));

    const flags = flagsOf(tables[table]);
    const flag = flags.find((one) => one.field === row);
    if (!flag) return;
    const options = { [name]: path.slice(1).reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) };
    const words = settingsWords({ options, sources: new Map() }, flags);
    const { field, expected } = words({ ...finding, subject: option(name, ...deeper) });
    expect(flag.flag).toContain(field);
    expect(expected).toContain(valueText(flag.text, bound));
  });
});

test('eleven flags of `run` are marked as those most people need, with -o', () => {
  const common = [...flagsOf(executeRows), ...flagsOf(decomposeRows)].filter((flag: OptionFlag) => flag.common);
  expect(common.map(({ flag }) => flag.split(' ')[0])).toHaveLength(10);
});

describe('the tables of the documents', () => {
  /** The options of a table with their defaults, by the heading before it. */
  const tableAfter = (file: string, opening: string): Map<string, string> => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const [table] = text
      .slice(text.indexOf(opening))
      .split('\n\n')
      .filter((part) => part.startsWith('| '));
    const rows = table
      .split('\n')
      .slice(2)
      .map((line) => line.split(' | '));
    return new Map(
      rows.flatMap(([names, told]) => {
        const listed = [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
        const defaults = told.split(/, (?!at most)/);
        return listed.map((name, i): [string, string] => [name, defaults[i] ?? told]);
      }),
    );
  };

  const told = (row: Row): string | undefined =>
    typeof row.default === 'string'
      ? `\`'${row.default}'\``
      : typeof row.default === 'number'
        ? String(row.default)
        : undefined;

  test.each([
    ['README.md', 'What `decompose` takes:', decomposeRows as Rows],
    ['README.md', 'What `execute` takes', executeRows as Rows],
  ])('%s, %s', (file, opening, rows) => {
    const table = tableAfter(file, opening);
    expect([...table.keys()].sort()).toEqual(Object.keys(rows).sort());
    for (const [name, row] of Object.entries(rows)) {
      if (told(row) !== undefined && name !== 'maxFileBytes')
        expect([name, table.get(name)]).toEqual([name, told(row)]);
    }
  });

  test('docs/experiments.md has the keys of a file', () => {
    const table = tableAfter('docs/experiments.md', '| key | default |');
    const inFile = Object.entries({ ...designRows, ...executeRows } as Rows).filter(([, row]) =>
      row.in.includes('experiment-file'),
    );
    const named = inFile.map(([name, { flag }]) => (flag?.text === 'duration' ? name.replace(/Ms$/, '') : name));
    expect([...table.keys()].filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !table.has(name) && name !== 'captureOutput')).toEqual([]);
  });
});
