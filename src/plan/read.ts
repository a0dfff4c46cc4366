import { type Problem, SubplanFailure } from '../domain/failure.js';
import { type FileGraph, tieKinds } from '../domain/file-graph.js';
import { command, say } from '../domain/message.js';
import { projectFiles } from '../inventory/project-files.js';
import { compareText } from '../util/compare.js';
import { isProjectPath } from '../util/paths.js';
import { show } from '../util/show.js';
import { checked } from './checked.js';
import type { PlanParts } from './parts.js';
import { TreeReader } from './read-tree.js';
import { type CheckedPlan as Checked, planFormat, planJson, planVersions } from './schema.js';

/** Reads the parts of a plan from JSON, or throws one failure that lists everything that is wrong with it. */
export const parsePlan = (json: unknown): PlanParts => {
  refuseOtherFormats(json);
  const plan = checked(planJson, json, '');
  if (plan.problems) throw invalid(plan.problems);
  const bounds = { maxTokens: undefined, maxFiles: undefined, ...plan.value.bounds };
  const problems = [...fileProblems(plan.value), ...tieProblems(plan.value)];
  const files = projectFiles(plan.value.files).sort((a, b) => compareText(a.path, b.path));
  const tree = new TreeReader(files, bounds, problems).read(plan.value.tree);
  if (problems.length > 0) throw invalid(problems);
  const { version, strategy, sizing = { kind: 'min-files' }, seed, goal, leftOut, notes, stayed } = plan.value;
  const graph = graphOf(plan.value, files);
  return { version, graph, tree, bounds, strategy, sizing, seed, goal, leftOut, notes, stayed };
};

const refuseOtherFormats = (json: unknown): void => {
  const { format, version } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  if (format !== planFormat) {
    throw invalid([{ field: 'format', expected: JSON.stringify(planFormat), received: show(format) }]);
  }
  if (planVersions.some((known) => known === version)) return;
  throw new SubplanFailure({
    code: 'invalid-plan',
    message: `this plan has format version ${show(version)}; this subplan reads versions ${planVersions.join(' and ')}`,
    nextStep: 'Make the plan again with this version of subplan, or read it with the version that wrote it.',
  });
};

const invalid = (problems: readonly Problem[]): SubplanFailure =>
  new SubplanFailure({
    code: 'invalid-plan',
    message: `the plan cannot be used: ${problems.length === 1 ? 'one thing is' : `${problems.length} things are`} wrong`,
    nextStep: say`Correct the plan where it was edited, or make it again with ${command('plan -o plan.json')}.`,
    problems,
  });

const fileProblems = ({ files }: Checked): Problem[] => {
  const seen = new Set<string>();
  return files.flatMap(({ path }, i) => {
    const field = `files.${i}.path`;
    if (!isProjectPath(path)) return [{ field, expected: 'a path below the root', received: show(path) }];
    if (seen.has(path)) return [{ field, expected: 'each file once', received: `${show(path)} again` }];
    seen.add(path);
    return [];
  });
};

const tieProblems = ({ files, ties }: Checked): Problem[] =>
  ties.flatMap(([from, to], i) =>
    from < files.length && to < files.length && from !== to
      ? []
      : [{ field: `ties.${i}`, expected: `two different files below ${files.length}`, received: `${from} and ${to}` }],
  );

/** Ties count files as the plan lists them, which need not be sorted; the graph has them `sorted`. */
const graphOf = (plan: Checked, sorted: FileGraph['files']): FileGraph => {
  const index = new Map(sorted.map(({ path }, i) => [path, i]));
  const at = (file: number) => index.get(plan.files[file].path) as number;
  return {
    files: sorted,
    from: Uint32Array.from(plan.ties, ([from]) => at(from)),
    to: Uint32Array.from(plan.ties, ([, to]) => at(to)),
    weight: Float64Array.from(plan.ties, ([, , weight]) => weight),
    kind: Uint8Array.from(plan.ties, ([, , , kind]) => tieKinds.indexOf(kind)),
    imports: plan.imports,
    unread: plan.unread ?? [],
  };
};
