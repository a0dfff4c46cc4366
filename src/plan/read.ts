import { type Problem, SubplanFailure } from '../domain/failure.js';
import { type FileGraph, tieKinds } from '../domain/file-graph.js';
import { compareText } from '../util/compare.js';
import { show } from '../util/show.js';
import type { LabelledTree } from './outline.js';
import type { PlanParts } from './parts.js';
import { type PlanJson, planFormat, planJson, planVersion, type TreeJson } from './schema.js';

/** Reads the parts of a plan from JSON, or throws one failure that lists everything that is wrong with it. */
export const parsePlan = (json: unknown): PlanParts => {
  refuseOtherFormats(json);
  const parsed = planJson.safeParse(json);
  if (!parsed.success) {
    throw invalid(
      parsed.error.issues.map(({ path, message }) => ({
        field: path.join('.') || '(plan)',
        expected: message.replace(/^Invalid input: expected /, '').replace(/, received .*$/, ''),
        received: show(path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], json)),
      })),
    );
  }
  const plan = parsed.data;
  const problems = [...fileProblems(plan), ...tieProblems(plan), ...treeProblems(plan)];
  if (problems.length > 0) throw invalid(problems);
  return {
    graph: graphOf(plan),
    tree: plan.tree && treeOf(plan.tree, indexByPath(plan)),
    bounds: { maxTokens: undefined, maxFiles: undefined, ...plan.bounds },
    strategy: plan.strategy,
    seed: plan.seed,
    goal: plan.goal,
    leftOut: plan.leftOut,
    notes: plan.notes,
  };
};

const refuseOtherFormats = (json: unknown): void => {
  const { format, version } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  if (format !== planFormat) {
    throw invalid([{ field: 'format', expected: JSON.stringify(planFormat), received: show(format) }]);
  }
  if (version === planVersion) return;
  throw new SubplanFailure({
    code: 'invalid-plan',
    message: `this plan has format version ${show(version)}; this subplan reads version ${planVersion}`,
    nextStep: 'Make the plan again with this version of subplan, or read it with the version that wrote it.',
  });
};

const invalid = (problems: readonly Problem[]): SubplanFailure =>
  new SubplanFailure({
    code: 'invalid-plan',
    message: `the plan cannot be used: ${problems.length === 1 ? 'one thing is' : `${problems.length} things are`} wrong`,
    nextStep: 'Correct the plan where it was edited, or make it again with `subplan plan -o plan.json`.',
    problems,
  });

const fileProblems = ({ files }: PlanJson): Problem[] => {
  const seen = new Set<string>();
  return files.flatMap(({ path }, i) => {
    if (!seen.has(path)) {
      seen.add(path);
      return [];
    }
    return [{ field: `files.${i}.path`, expected: 'each file once', received: `${JSON.stringify(path)} again` }];
  });
};

const tieProblems = ({ files, ties }: PlanJson): Problem[] =>
  ties.flatMap(([from, to], i) =>
    from < files.length && to < files.length && from !== to
      ? []
      : [{ field: `ties.${i}`, expected: `two different files below ${files.length}`, received: `${from} and ${to}` }],
  );

/** What hand-editing the tree can break: a file twice, nowhere or unknown, an empty leaf, a branch of one child. */
const treeProblems = ({ files, tree }: PlanJson): Problem[] => {
  const problems: Problem[] = [];
  const known = new Set(files.map(({ path }) => path));
  const home = new Map<string, string>();
  const visit = (node: TreeJson, field: string): void => {
    if ('children' in node) {
      if (node.children.length < 2) {
        problems.push({ field: `${field}.children`, expected: 'two or more', received: `${node.children.length}` });
      }
      node.children.forEach((child, i) => {
        visit(child, `${field}.children.${i}`);
      });
      return;
    }
    if (node.files.length === 0)
      problems.push({ field: `${field}.files`, expected: 'at least one file', received: 'none' });
    node.files.forEach((path, i) => {
      const at = `${field}.files.${i}`;
      const before = home.get(path);
      if (before !== undefined) {
        problems.push({
          field: at,
          expected: 'each file in one leaf',
          received: `${JSON.stringify(path)}, which also stands at ${before}`,
        });
      } else if (!known.has(path)) {
        problems.push({ field: at, expected: 'a path listed in files', received: JSON.stringify(path) });
      }
      home.set(path, at);
    });
  };
  if (tree) visit(tree, 'tree');
  for (const { path } of files) {
    if (!home.has(path))
      problems.push({
        field: 'tree',
        expected: 'each file in one leaf',
        received: `none with ${JSON.stringify(path)}`,
      });
  }
  return problems;
};

const sortedFiles = ({ files }: PlanJson) => [...files].sort((a, b) => compareText(a.path, b.path));

const indexByPath = (plan: PlanJson): Map<string, number> => new Map(sortedFiles(plan).map(({ path }, i) => [path, i]));

const graphOf = (plan: PlanJson): FileGraph => {
  const index = indexByPath(plan);
  const at = (file: number) => index.get(plan.files[file].path) as number;
  return {
    files: sortedFiles(plan),
    from: Uint32Array.from(plan.ties, ([from]) => at(from)),
    to: Uint32Array.from(plan.ties, ([, to]) => at(to)),
    weight: Float64Array.from(plan.ties, ([, , weight]) => weight),
    kind: Uint8Array.from(plan.ties, ([, , , kind]) => tieKinds.indexOf(kind)),
    imports: plan.imports,
  };
};

const treeOf = (node: TreeJson, index: ReadonlyMap<string, number>): LabelledTree => {
  if ('children' in node) {
    const children = node.children.map((child) => treeOf(child, index));
    return { kind: 'branch', by: node.split.by, children, label: node.label };
  }
  const files = node.files.map((path) => index.get(path) as number).sort((a, b) => a - b);
  return { kind: 'leaf', files, reason: node.reason, label: node.label };
};
