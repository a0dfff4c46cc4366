import { describe, expect, test } from 'vitest';
import { designRows, executeNames, experimentClasses } from '../../src/options/experiment-options.js';
import { resolveExperiment } from '../../src/options/resolve-experiment.js';

const sound = { cases: [{ id: 'a', input: 1 }], arms: [{ name: 'x' }], task: () => 1 };

const problems = (options: object): string[] => {
  try {
    resolveExperiment({ ...sound, ...options } as never, 2);
    return [];
  } catch (error) {
    return (error as { problems: { field: string; received: string }[] }).problems.map(
      ({ field, received }) => `${field}: ${received}`,
    );
  }
};

describe('the options of an experiment', () => {
  test('run one trial at a time, in the order of the plan, once, unless told otherwise', () => {
    const { execute, replications, interleave, score } = resolveExperiment(sound, 2);
    expect(execute).toMatchObject({ maxParallel: 1, order: 'plan' });
    expect([replications, interleave, score]).toEqual([1, 'alternate', { kind: 'built-in', name: 'value' }]);
  });

  test.each([0, -1, 1.5, Number.NaN, '0%'])('refuse maxParallel %s', (maxParallel) => {
    expect(problems({ maxParallel })).toHaveLength(1);
  });

  test.each([
    [{ replications: 0 }, 'replications: 0'],
    [{ interleave: 'mixed' }, 'interleave: "mixed"'],
    [{ confidence: 1 }, 'confidence: 1'],
    [{ order: 'cost' }, 'order: "cost"'],
    [{ sampling: { breadth: 2 } }, 'sampling: {"breadth":2}'],
    [{ isolation: { copy: 'a', worktree: 'b' } }, 'isolation: {"copy":"a","worktree":"b"}'],
    [{ score: 3 }, 'score: 3'],
    [{ score: 'equals' }, 'cases[0].expected: nothing'],
    [{ score: 'contains' }, 'cases[0].expected: nothing'],
    [{ score: { score: () => 1 } }, 'score: {}'],
    [{ cases: [] }, 'cases: []'],
    [{ arms: undefined }, 'arms: nothing'],
    [
      {
        cases: [
          { id: 'a', input: 1 },
          { id: 'a', input: 2 },
        ],
      },
      'cases[1].id: "a"',
    ],
    [{ cases: [{ id: '', input: 1 }] }, 'cases[0].id: ""'],
    [{ cases: [{ id: 'a', input: 1, expects: 2 }] }, 'cases[0].expects: 2'],
    [{ cases: [{ id: 'a', input: { at: new Date(0) } }] }, 'cases[0].input.at: a Date'],
    [{ cases: [{ id: 'a', input: [1, () => 2] }] }, 'cases[0].input[1]: a function'],
    [
      { arms: [{ name: 'x', settings: { 'max-tokens': 1, max_tokens: 2 } }] },
      'arms[0].settings.max_tokens: "max_tokens"',
    ],
    [{ arms: [{ name: 'x', settings: [1] }] }, 'arms[0].settings: [1]'],
    [{ arms: [{ name: 'x', settings: { rate: Number.NaN } }] }, 'arms[0].settings.rate: NaN'],
  ])('refuse %j by name', (options, said) => {
    expect(problems(options)).toEqual([said]);
  });

  test('list everything that is wrong at once', () => {
    expect(problems({ replications: 0, maxParallel: 0, arms: [{}], cases: 'x' })).toHaveLength(4);
  });

  test('take an input that is not given for null, and keep what is expected apart', () => {
    const { cases } = resolveExperiment({ ...sound, cases: [{ id: 'a', input: undefined, expected: 0 }] }, 2);
    expect(cases).toEqual([{ id: 'a', input: null, expected: 0 }]);
  });

  test('each have a class that says what may become of them when an experiment is resumed', () => {
    expect(Object.keys(experimentClasses).sort()).toEqual(Object.keys(designRows).sort());
    expect(executeNames).toEqual(expect.arrayContaining(['task', 'maxParallel', 'retries', 'resume']));
  });
});
