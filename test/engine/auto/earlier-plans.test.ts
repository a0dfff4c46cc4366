import { describe, expect, it } from 'vitest';
import { type DecomposeOptions, decompose, type Plan, type PlanJson } from '../../../src/index.js';
import { file, words } from './given.js';

const areas = ['router', 'store', 'view', 'worker'];
const some = words.slice(0, 7);
const files = areas.flatMap((area) =>
  some.map((word, i) => file(`src/${area}/${word}.ts`, 800, `src/${areas[i % areas.length]}/${word}.ts`)),
);
const more = [...files, file('src/view/quarry.ts', 100)];

const ids = (plan: Plan) => plan.subplans().map(({ id }) => id);
const version1 = (plan: Plan): PlanJson => {
  const { sizing: _, ...json } = JSON.parse(JSON.stringify(plan)) as PlanJson & { sizing?: unknown };
  return { ...json, version: 1 } as PlanJson;
};

describe('an earlier plan that auto did not make', () => {
  it.each(['imports', 'directory', 'language'] as const)(
    'but the strategy %s is not followed, and the plan says so',
    async (strategy) => {
      const previous = await decompose({ files, maxTokens: 9_000, strategy });
      const plan = await decompose({ files: more, maxTokens: 9_000, previous });
      expect(plan.measures.stayed).toBeUndefined();
      expect(plan.notes).toEqual([
        `the previous plan was made by the strategy ${strategy}, which splits in another way: this one was planned afresh`,
      ]);
      expect(ids(plan)).toEqual(ids(await decompose({ files: more, maxTokens: 9_000 })));
    },
  );

  it('is of a version of subplan in which auto went by imports: it is not followed, and the plan says so', async () => {
    const json = version1(await decompose({ files, maxTokens: 9_000, strategy: 'imports' }));
    const previous = {
      ...json,
      strategy: { asked: 'auto', used: 'imports', why: '28 of 28 files are tied by imports' },
    };
    const plan = await decompose({ files: more, maxTokens: 9_000, previous: previous as PlanJson });
    expect(plan.measures.stayed).toBeUndefined();
    expect(plan.notes).toEqual([
      'the previous plan was made by an earlier version of subplan, which splits in another way: this one was planned afresh',
    ]);
    expect(ids(plan)).toEqual(ids(await decompose({ files: more, maxTokens: 9_000 })));
  });

  it('is followed by the strategy that made it, in whatever version', async () => {
    const options = { maxTokens: 9_000, strategy: 'imports' } as const;
    const json = version1(await decompose({ files, ...options }));
    const plan = await decompose({ files: more, ...options, previous: json });
    expect(plan.measures.stayed).toMatchObject({ placed: 1 });
    expect(plan.notes).toEqual([]);
  });
});

describe('an earlier plan that was split down to something else', () => {
  it.each<[string, DecomposeOptions, DecomposeOptions]>([
    ['a number of leaves', { leaves: 6 }, {}],
    ['natural parts', {}, { leaves: 6 }],
    ['minFiles', { minFiles: 3 }, {}],
  ])('is not followed: %s', async (_, before, now) => {
    const previous = await decompose({ files, ...before });
    const plan = await decompose({ files: more, ...now, previous });
    expect(plan.measures.stayed).toBeUndefined();
    expect(plan.notes).toEqual(['the previous plan was of no help: this one was planned afresh']);
    expect(ids(plan)).toEqual(ids(await decompose({ files: more, ...now })));
  });

  it('is followed from its JSON as from the plan itself, and says of itself what it was', async () => {
    for (const options of [{}, { leaves: 6 }, { minFiles: 3 }, { maxTokens: 9_000 }]) {
      const previous = await decompose({ files, ...options });
      const json = JSON.parse(JSON.stringify(previous)) as PlanJson;
      const plan = await decompose({ files: more, ...options, previous: json });
      expect(plan.measures.stayed).toMatchObject({ moved: 0, placed: 1 });
      expect(JSON.stringify(plan)).toBe(JSON.stringify(await decompose({ files: more, ...options, previous })));
    }
  });
});
