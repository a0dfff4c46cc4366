import { describe, expect, it } from 'vitest';
import { painter } from '../../src/report/paint.js';
import { drawSurvey } from '../../src/report/survey-view.js';
import { widthOf } from '../../src/report/text-width.js';
import { planOf, ringsOf } from './plans.js';
import { surveyReport, surveyWith } from './surveys.js';

const paint = painter(false);

describe('a survey on a terminal', () => {
  it('shows the project, its parts, its languages and what is left to do', async () => {
    const plan = await planOf(ringsOf(4, 6));
    const report = surveyReport(plan, (leaf) =>
      surveyWith(leaf, { todos: { total: 2, top: [], byTag: { FIXME: 1, XXX: 0, HACK: 0, TODO: 1 } } }),
    );
    const lines = drawSurvey({ plan, report, name: 'shop', columns: undefined, paint });
    expect(lines[0]).toBe('shop: 24 files, 240 lines, 2.4k tokens in 4 parts');
    expect(lines).toContain('part  files  lines  what it is');
    expect(lines.filter((line) => /^g\d {5,}6 {4,}60 {2}g\d \(6\)$/.test(line))).toHaveLength(4);
    expect(lines).toContain('TypeScript     24    240  100 %');
    expect(lines.at(-1)).toBe('left to do, as comments say: 4 FIXME, 4 TODO');
  });

  it('fits the terminal, however narrow, and shows no control characters', async () => {
    const plan = await planOf(ringsOf(20, 6, (group, file) => `g\x1b[31m${group}\n/数据${file}.ts`));
    const report = surveyReport(plan, (leaf) => (leaf === plan.leaves[0] ? 'no' : surveyWith(leaf)));
    for (const columns of [1, 10, 40, 80, 200]) {
      const lines = drawSurvey({ plan, report, name: 'a\x1b[2J\nb', columns, paint });
      for (const line of lines) {
        expect(widthOf(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }
    }
  });

  it('says what could not be surveyed', async () => {
    const plan = await planOf(ringsOf(3, 6));
    const report = surveyReport(plan, (leaf) => (leaf === plan.leaves[1] ? 'no' : surveyWith(leaf)));
    const lines = drawSurvey({ plan, report, name: 'x', columns: 100, paint });
    expect(lines.at(-1)).toBe('1 of 3 parts could not be surveyed: g1 (failed)');
  });

  it('of no files is a line', async () => {
    const plan = await planOf([]);
    expect(drawSurvey({ plan, report: { leaves: [], branches: [] }, name: 'x', columns: 80, paint })).toEqual([
      'x: no files',
    ]);
  });
});
