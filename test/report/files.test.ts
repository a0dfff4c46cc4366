import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraryWords } from '../../src/domain/message.js';
import { Plan } from '../../src/engine/plan.js';
import { codeSpan, escapeMarkdown, planMarkdown } from '../../src/report/markdown.js';
import { planText } from '../../src/report/plan-json.js';
import { planOf, ringsOf } from './plans.js';

describe('a plan as JSON text', () => {
  it('reads back as the same plan', async () => {
    const plan = await planOf(
      ringsOf(4, 6, (group, file) => `g\u202e${group}/\x9bf${file}"\n.ts`),
      { goal: 'all' },
    );
    const text = planText({ ...plan.toJSON() });
    expect(text).not.toMatch(/[\u202e\x9b]/);
    expect(JSON.parse(text)).toEqual(plan.toJSON());
    expect(Plan.from(JSON.parse(text)).toJSON()).toEqual(plan.toJSON());
  });

  it('has files and ties on a line each', async () => {
    const plan = await planOf(ringsOf(2, 6));
    const lines = planText({ ...plan.toJSON() }).split('\n');
    expect(lines).toContain('    [0,1,1,"import"],');
    expect(lines.filter((line) => line.startsWith('    {"path":'))).toHaveLength(12);
  });
});

describe('a plan as Markdown', () => {
  it('lists every subplan with its files', async () => {
    const plan = await planOf(ringsOf(3, 6));
    const text = planMarkdown(plan, libraryWords);
    for (const { id } of plan.subplans()) expect(text).toContain(`\`${id}\``);
    for (const { path } of plan.files) expect(text).toContain(`- \`${path}\``);
  });

  it('leaves no name a way out', () => {
    expect(escapeMarkdown('<img src=x> [a](b) *c* _d_ `e` a|b & \\')).toBe(
      '&lt;img src=x&gt; \\[a\\](b) \\*c\\* \\_d\\_ \\`e\\` a\\|b &amp; \\\\',
    );
    expect(codeSpan('a``b')).toBe('```a``b```');
    expect(codeSpan('`a')).toBe('`` `a ``');
  });

  it('fences code by more backticks than any name has', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ') }), (name) => {
        const [fence] = /^`+/.exec(codeSpan(`x${name}x`)) as RegExpExecArray;
        expect(name.includes(fence)).toBe(false);
      }),
    );
  });

  it('keeps line breaks in names from starting lines of their own', async () => {
    const text = planMarkdown(await planOf([{ path: 'a\n# b.md' }]), libraryWords);
    expect(text).toContain('`a\\n# b.md`');
    expect(text.match(/^# /gm)).toHaveLength(1);
  });
});
