import { describe, expect, test } from 'vitest';
import { text } from '../../src/options/checks.js';
import { decomposeClasses, decomposeRows } from '../../src/options/decompose-options.js';
import { executeClasses, executeRows } from '../../src/options/execute-options.js';
import { option } from '../../src/options/row.js';

const classes = ['throughput', 'limit', 'result', 'place'];

describe('every option has exactly one class', () => {
  test.each([
    ['execute', executeRows, executeClasses],
    ['decompose', decomposeRows, decomposeClasses],
  ])('of %s', (_, rows, given) => {
    expect(Object.keys(given)).toEqual(Object.keys(rows));
    expect(Object.values(given).every((one) => classes.includes(one))).toBe(true);
  });

  test('and a new one does not compile without', () => {
    // @ts-expect-error nobody has decided what becomes of it when a run is resumed
    const novel = option({ ...text });
    expect(novel.expected).toBe('a text');
  });

  test('what the design says of some of them', () => {
    const of = (wanted: string) =>
      Object.entries(executeClasses).flatMap(([name, one]) => (one === wanted ? [name] : []));
    expect(of('limit')).toEqual(
      expect.arrayContaining(['budget', 'timeoutMs', 'graceMs', 'retries', 'onFailure', 'requestsPerMinute']),
    );
    expect(of('throughput')).toEqual(expect.arrayContaining(['maxParallel', 'threads']));
    expect(of('result')).toEqual(['task', 'rollUp', 'sampling']);
    expect([decomposeClasses.minFiles, decomposeClasses.goal, decomposeClasses.root]).toEqual([
      'result',
      'result',
      'place',
    ]);
  });
});
