import type { BranchReport, LeafReport, RunReport } from '../../src/domain/run-report.js';
import type { Leaf, Subplan } from '../../src/domain/subplan.js';
import type { Survey } from '../../src/domain/survey.js';
import { decompose, type Plan } from '../../src/index.js';
import type { DecomposeOptions } from '../../src/options/decompose-options.js';
import { mergeSurveys } from '../../src/tasks/survey/merge.js';
import survey from '../../src/tasks/survey/survey.js';
import { contextFor } from '../tasks/survey/surveyed.js';

const common = { attempts: 1, startedAt: 0, endedAt: 1, usage: {}, origin: 'ran' } as const;

const emptySurvey = mergeSurveys([]);

/** A survey of a leaf, made up: files are counted, and what is given is added. */
export const surveyWith = ({ files }: Leaf, more: Partial<Survey> = {}): Survey => ({
  ...emptySurvey,
  files: files.length,
  lines: 10 * files.length,
  languages: [{ language: 'typescript', files: files.length, lines: 10 * files.length }],
  ...more,
});

/** The report of a run over a plan in which each leaf gives a survey; a leaf that gives none has failed. */
export const surveyReport = (plan: Plan, of: (leaf: Leaf) => Survey | string): RunReport<Survey> => {
  const values = new Map<string, Survey>();
  const leaves = plan.leaves.map((leaf): LeafReport<Survey> => {
    const { id, label, depth } = leaf;
    const value = of(leaf);
    if (typeof value === 'string') {
      const failure = { code: 'task-threw', message: value, nextStep: '', retryable: false } as const;
      return { ...common, kind: 'leaf', id, label, depth, outcome: 'failed', failure };
    }
    values.set(id, value);
    return { ...common, kind: 'leaf', id, label, depth, outcome: 'succeeded', value };
  });
  const leavesOf = (subplan: Subplan): string[] =>
    subplan.kind === 'leaf' ? [subplan.id] : subplan.children.flatMap((id) => leavesOf(plan.get(id)));
  const branches = plan.branches.map((branch): BranchReport<Survey> => {
    const { id, label, depth } = branch;
    const ids = leavesOf(branch);
    const missing = ids.filter((one) => !values.has(one));
    const coverage = { leaves: ids.length, covered: ids.length - missing.length, missing };
    const value = mergeSurveys(ids.flatMap((one) => values.get(one) ?? []));
    return { ...common, kind: 'branch', id, label, depth, coverage, outcome: 'succeeded', value };
  });
  const root = [...branches, ...leaves].find(({ id }) => id === plan.root?.id) as BranchReport<Survey>;
  const rest = { concurrency: { limit: 1, peak: 1, mean: 1 }, usage: {}, failures: [], startedAt: 0, endedAt: 1 };
  return { runId: 'run', status: 'succeeded', leaves, branches, root, ...rest };
};

/** Plans and surveys a folder, as `subplan run` does. */
export const surveyFolder = async (root: string, options: DecomposeOptions = {}) => {
  const plan = await decompose({ root, ...options });
  const values = new Map<string, Survey>();
  for (const leaf of plan.leaves) values.set(leaf.id, await survey.run(leaf, contextFor(root)));
  return { plan, report: surveyReport(plan, ({ id }) => values.get(id) as Survey) };
};

/** Anchors of a page's headings as GitHub makes them of the text that is seen. */
export const anchorsOf = (page: string): string[] => {
  const seen = new Map<string, number>();
  return page
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const text = line
        .replace(/^#+ /, '')
        .replace(/\\([\\`*_[\]|~])/g, '$1')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
        .replaceAll('&amp;', '&');
      const slug = [...text.trim().toLowerCase()]
        .filter((char) => /[\p{L}\p{M}\p{Nd}\p{Pc} -]/u.test(char))
        .map((char) => (char === ' ' ? '-' : char))
        .join('');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    });
};

/** Where the links of a page lead. */
export const linksOf = (page: string): string[] =>
  [...withoutCode(page).matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, target]) => target);

/** A page without what stands in code. Backticks that are text are written in another way. */
export const withoutCode = (page: string): string => page.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, 'code');
