import type { Leaf } from '../../../src/domain/subplan.js';
import type { Survey } from '../../../src/domain/survey.js';
import type { TaskContext } from '../../../src/domain/task.js';
import { lookInto } from '../../../src/tasks/survey/look-into.js';
import survey from '../../../src/tasks/survey/survey.js';

export const contextFor = (root: string, more: Partial<TaskContext> = {}): TaskContext => ({
  root,
  goal: undefined,
  lineage: { labels: [], siblings: [] },
  signal: new AbortController().signal,
  attempt: 1,
  sample: undefined,
  runId: 'test',
  log: () => {},
  progress: () => {},
  spend: () => {},
  ...more,
});

export const leafOf = (files: readonly string[]): Leaf => ({
  kind: 'leaf',
  id: 'leaf',
  label: 'leaf',
  depth: 0,
  tokens: 0,
  parent: undefined,
  reason: 'fits',
  keys: files,
  files,
  context: [],
  dependsOn: [],
});

export const surveyOf = async (root: string, files: readonly string[], more?: Partial<TaskContext>): Promise<Survey> =>
  survey.run(leafOf(files), contextFor(root, more));

/** Public names as `kind name`, in order of appearance. */
export const namesIn = (path: string, text: string): string[] =>
  lookInto(path, text).names.map(({ kind, name }) => `${kind} ${name}`);
