import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Figure, isBad, describe as shown } from '../../bench/figure.js';
import { appendRow, type HistoryRow, readHistory, valuesOf } from '../../bench/history.js';
import { measure } from '../../bench/measure.js';
import { fewestRows, spreadOf, trend } from '../../bench/spread.js';
import { folderOf } from '../test-folder.js';

const ratio = (value: number, rest: Partial<Figure> = {}): Figure => ({ name: 'a ÷ b', value, unit: '×', ...rest });
const row = (value: number, name = 'a ÷ b'): HistoryRow => ({
  ...{ parent: 'c0ffee', form: 'short', node: 'v20.19.0' },
  figures: { [name]: value },
});
const steady = [1, 1.02, 0.98, 1.01, 0.99, 1, 1.02, 0.98, 1.01, 0.99];

/** Suites that give one value after the other, and say how often they were asked. */
const scripted = (...values: number[]) => {
  const asked: number[] = [];
  return {
    asked,
    suite: async (): Promise<Figure[]> => {
      asked.push(values[asked.length]);
      return [ratio(asked.at(-1) as number)];
    },
  };
};

describe('the history of figures', () => {
  it('has a row for each measurement, in the order they were made, and only rows of one form are compared', () => {
    const file = join(folderOf(), 'history.jsonl');
    appendRow(row(1), file);
    appendRow({ ...row(7), form: 'full' }, file);
    appendRow(row(2), file);
    expect(valuesOf(readHistory('short', file), 'a ÷ b')).toEqual([1, 2]);
    expect(valuesOf(readHistory('full', file), 'a ÷ b')).toEqual([7]);
    expect(valuesOf(readHistory('short', file), 'constructor')).toEqual([]);
  });

  it('names the line that cannot be read', () => {
    const folder = folderOf({ 'history.jsonl': `${JSON.stringify(row(1))}\n{"parent":\n` });
    expect(() => readHistory('short', join(folder, 'history.jsonl'))).toThrow('line 2 of bench/history.jsonl');
  });

  it('is committed with every figure that CI compares', () => {
    const last = readHistory('short').at(-1);
    expect(Object.keys(last?.figures ?? {}).length).toBeGreaterThan(40);
    expect(last?.parent).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('a figure beside its history', () => {
  it('is bad beyond the spread, on the side that is worse', () => {
    expect(isBad(ratio(1.08), steady)).toBe(false);
    expect(isBad(ratio(1.2), steady)).toBe(true);
    expect(isBad(ratio(0.5), steady)).toBe(false);
    const more = { goal: { ideal: 2, reach: 0.5 } };
    expect(isBad(ratio(1.2, more), steady)).toBe(false);
    expect(isBad(ratio(0.8, more), steady)).toBe(true);
    expect(isBad(ratio(9, { better: 'neither' }), steady)).toBe(false);
  });

  it('is allowed what the last ten rows varied by, and not what older ones did', () => {
    expect(isBad(ratio(1.4), [0.8, 1.3, 1, 0.9, 1.2])).toBe(false);
    expect(isBad(ratio(1.4), [5, 5, 5, ...steady])).toBe(true);
  });

  it('may not leave a figure that never varied by more than a twentieth', () => {
    expect(isBad(ratio(1), [0, 0, 0, 0, 0])).toBe(true);
    expect(isBad(ratio(1.04), [1, 1, 1, 1, 1])).toBe(false);
    expect(isBad(ratio(1.06), [1, 1, 1, 1, 1])).toBe(true);
  });

  it('is held to its goal where it is new, or is of the machine', () => {
    const goal = { ideal: 1, reach: 1.5 };
    expect(spreadOf(steady.slice(0, fewestRows - 1))).toBeUndefined();
    expect(isBad(ratio(1.9, { goal }), [])).toBe(false);
    expect(isBad(ratio(2.1, { goal }), [])).toBe(true);
    expect(isBad({ ...ratio(1.9, { goal }), unit: 'ms' }, steady)).toBe(false);
    expect(isBad({ ...ratio(90), unit: 'ms' }, steady)).toBe(false);
  });

  it('is shown with its trend', () => {
    expect(trend([0, 7, 3.5])).toBe('▁█▅');
    expect(shown(ratio(1.2), steady)).toContain('+20.0 % from the median');
    expect(shown(ratio(1.2), steady)).toContain('WORSE');
    expect(shown(ratio(1), steady)).not.toContain('WORSE');
  });
});

describe('measuring', () => {
  const history = steady.map((value) => row(value));
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);

  it('takes one bad measurement for a busy machine', async () => {
    const { suite, asked } = scripted(3, 1);
    expect(await measure([suite], history, print)).toEqual({ figures: { 'a ÷ b': 3 }, worse: [] });
    expect(asked).toEqual([3, 1]);
  });

  it('takes two in a row for a change of the program', async () => {
    expect((await measure([scripted(3, 2).suite], history, print)).worse).toEqual(['a ÷ b']);
  });

  it('measures once what is well', async () => {
    const { suite, asked } = scripted(1, 3);
    expect((await measure([suite], history, print)).worse).toEqual([]);
    expect(asked).toEqual([1]);
  });
});
