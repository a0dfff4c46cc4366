import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboutSources, entryKinds, type Ranked, type Survey, todoTags } from '../../../src/domain/survey.js';
import { kept, mergeSurveys } from '../../../src/tasks/survey/merge.js';

const file = fc.constantFrom('a.ts', 'b/c.ts', 'b/d.py', 'e/f/g.h');
const text = fc.constantFrom('', 'One.', 'Two.');
const number = fc.nat({ max: 5 });

/** Lists that are as long as they are or full: a survey never has fewer entries than it could. */
const ranked = <T>(one: fc.Arbitrary<T>, most: number): fc.Arbitrary<Ranked<T>> =>
  fc
    .array(one, { maxLength: 10 })
    .chain((top) => fc.nat({ max: 3 }).map((more) => ({ top, more })))
    .map(({ top, more }) => ({ top: top.slice(0, most), total: top.length + (top.length === most ? more : 0) }));

const someSurvey: fc.Arbitrary<Survey> = fc
  .record({
    files: number,
    bytes: number,
    lines: number,
    languages: fc.array(fc.record({ language: fc.constantFrom('c', 'go', 'rust'), files: number, lines: number })),
    unread: ranked(fc.record({ file, reason: fc.constantFrom('missing' as const, 'binary' as const) }), kept.unread),
    about: fc.array(fc.record({ text, file, source: fc.constantFrom(...aboutSources) }), { maxLength: kept.about }),
    notes: ranked(fc.record({ file, text, score: number }), kept.notes),
    names: ranked(fc.record({ name: text, kind: text, file, score: number }), kept.names),
    entryPoints: ranked(
      fc.record({ kind: fc.constantFrom(...entryKinds), file, name: text }, { requiredKeys: ['kind', 'file'] }),
      kept.entryPoints,
    ),
    todos: ranked(fc.record({ tag: fc.constantFrom(...todoTags), file, line: number, text }), kept.todos),
    largest: fc.array(fc.record({ file, lines: number }), { maxLength: kept.largest }),
  })
  .map((drawn) => ({
    ...drawn,
    todos: { ...drawn.todos, byTag: { FIXME: 1, XXX: 0, HACK: 2, TODO: drawn.todos.total } },
  }));

/** Merges in groups that follow from the numbers: a tree of any shape. */
const mergeInGroups = (surveys: readonly Survey[], sizes: readonly number[]): Survey => {
  let level = [...surveys];
  for (let round = 0; level.length > 1; round++) {
    const size = 2 + (sizes[round % sizes.length] ?? 0);
    const next: Survey[] = [];
    for (let i = 0; i < level.length; i += size) next.push(mergeSurveys(level.slice(i, i + size)));
    level = next;
  }
  return mergeSurveys(level);
};

describe('merging surveys', () => {
  it('gives the same, in whatever groups and order they are merged', () => {
    fc.assert(
      fc.property(
        fc.array(someSurvey, { minLength: 1, maxLength: 12 }).chain((surveys) =>
          fc.record({
            surveys: fc.constant(surveys),
            shuffled: fc.shuffledSubarray(surveys, { minLength: surveys.length }),
            sizes: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 5 }),
          }),
        ),
        ({ surveys, shuffled, sizes }) => {
          const flat = mergeSurveys(surveys);
          expect(mergeInGroups(surveys, sizes)).toEqual(flat);
          expect(mergeInGroups(shuffled, sizes)).toEqual(flat);
        },
      ),
    );
  });

  it('adds what is counted and bounds what is listed', () => {
    const one = fc.sample(someSurvey, { numRuns: 1, seed: 7 })[0];
    const many = mergeSurveys(Array.from({ length: 1_000 }, () => one));
    expect(many.files).toBe(1_000 * one.files);
    expect(many.todos.total).toBe(1_000 * one.todos.total);
    for (const key of ['unread', 'notes', 'names', 'entryPoints', 'todos'] as const) {
      expect(many[key].top.length).toBeLessThanOrEqual(kept[key]);
    }
    expect(many.largest.length).toBeLessThanOrEqual(kept.largest);
    expect(many.about.length).toBeLessThanOrEqual(kept.about);
  });

  it('of none is an empty survey', () => {
    expect(mergeSurveys([])).toMatchObject({
      files: 0,
      lines: 0,
      languages: [],
      about: [],
      names: { total: 0, top: [] },
    });
  });
});
