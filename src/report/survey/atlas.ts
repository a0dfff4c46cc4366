import type { Leaf, Subplan } from '../../domain/subplan.js';
import { type About, aboutSources, type PublicName, type Survey } from '../../domain/survey.js';
import type { Coverage } from '../../domain/task.js';
import { folderOf, upwards } from '../../util/paths.js';
import type { PlanView } from '../plan-view.js';
import { type Imports, importsOf } from './imports.js';
import type { Surveyed, SurveyInput } from './survey-report.js';

/** All that is known of a surveyed project, ready to be looked up. */
export interface Atlas extends Imports {
  readonly plan: PlanView;
  surveyed(id: string): Surveyed | undefined;
  surveyOf(id: string): Survey | undefined;
  /** Of a branch. */
  coverageOf(id: string): Coverage | undefined;
  /** Paths of all files of a subplan. */
  filesOf(subplan: Subplan): readonly string[];
  /** What a file says of itself. */
  noteOn(path: string): string | undefined;
  namesIn(path: string): readonly PublicName[];
  /** What stands written about a folder, in a file of the folder itself. */
  aboutFolder(folder: string): About | undefined;
  /** How many files of the project stand in a folder, at any depth. */
  sizeOfFolder(folder: string): number;
}

export const createAtlas = ({ plan, report }: SurveyInput): Atlas => {
  const byId = new Map<string, Surveyed>([...report.branches, ...report.leaves].map((one) => [one.id, one]));
  const coverage = new Map(report.branches.map((one) => [one.id, one.coverage]));
  const notes = new Map<string, string>();
  const names = new Map<string, PublicName[]>();
  const abouts = new Map<string, About>();
  for (const { value } of report.leaves) {
    if (!value) continue;
    for (const { file, text } of value.notes.top) notes.set(file, text);
    for (const name of value.names.top) {
      const list = names.get(name.file);
      if (list) list.push(name);
      else names.set(name.file, [name]);
    }
    for (const about of value.about) {
      const folder = folderOf(about.file);
      const before = abouts.get(folder);
      if (!before || rank(about) < rank(before)) abouts.set(folder, about);
    }
  }
  const sizes = folderSizes(plan.leaves);
  const lists = new Map<string, readonly string[]>();
  const filesOf = (subplan: Subplan): readonly string[] => {
    if (subplan.kind === 'leaf') return subplan.files;
    const list = lists.get(subplan.id) ?? subplan.children.flatMap((id) => filesOf(plan.get(id)));
    lists.set(subplan.id, list);
    return list;
  };
  return {
    plan,
    ...importsOf(plan),
    surveyed: (id) => byId.get(id),
    surveyOf: (id) => byId.get(id)?.value,
    coverageOf: (id) => coverage.get(id),
    filesOf,
    noteOn: (path) => notes.get(path),
    namesIn: (path) => names.get(path) ?? [],
    aboutFolder: (folder) => abouts.get(folder),
    sizeOfFolder: (folder) => sizes.get(folder) ?? 0,
  };
};

/** READMEs speak for a folder, then its manifest, then the comment of its package. */
const rank = ({ source }: About): number => aboutSources.indexOf(source);

const folderSizes = (leaves: readonly Leaf[]): Map<string, number> => {
  const sizes = new Map<string, number>();
  for (const { files } of leaves) {
    for (const path of files) {
      for (const folder of upwards(folderOf(path))) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
  }
  return sizes;
};
