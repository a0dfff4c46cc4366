import { describe, expect, test } from 'vitest';
import type { DecomposeOptions } from '../../src/options/decompose-options.js';
import type { ExecuteOptions } from '../../src/options/execute-options.js';
import { decomposeFields } from '../../src/options/resolve-decompose.js';
import { executeFields } from '../../src/options/resolve-execute.js';
import { decomposeClasses, executeClasses, type ResumeClasses } from '../../src/options/resume-classes.js';

const classes = ['throughput', 'limit', 'result', 'place'];

describe('every option has exactly one class', () => {
  test.each([
    ['execute', executeFields, executeClasses],
    ['decompose', decomposeFields, decomposeClasses],
  ])('of %s', (_, fields, given) => {
    expect(Object.keys(given).sort()).toEqual(Object.keys(fields).sort());
    expect(Object.values(given).every((one) => classes.includes(one))).toBe(true);
  });

  test('and a new one does not compile without', () => {
    // @ts-expect-error nobody has decided what becomes of `novel` when a run is resumed
    const execute: ResumeClasses<ExecuteOptions & { readonly novel?: number }> = executeClasses;
    // @ts-expect-error nor here
    const decompose: ResumeClasses<DecomposeOptions & { readonly novel?: number }> = decomposeClasses;
    expect([execute, decompose]).toEqual([executeClasses, decomposeClasses]);
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
