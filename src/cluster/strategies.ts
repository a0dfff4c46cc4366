import { commonFolder, folderOf } from '../util/paths.js';
import { induced } from './adjacency.js';
import { communities, modularity } from './communities.js';
import { ascending, type Ground } from './ground.js';
import { joinUnits } from './join.js';
import { partOf, settle } from './settle.js';
import type { Unit } from './unit.js';

/** Finds the cohesive parts of a set of files (sorted); undefined where it sees none. */
export type Splitter = (ground: Ground, files: Unit) => Unit[] | undefined;

/** A partition that keeps hardly more ties inside than chance would is not a split that means something. */
const leastModularity = 0.08;

/** Parts that import each other more than the rest. `minFiles` holds while parts are refined. */
export const byImports: Splitter = (ground, files) => {
  const graph = induced(ground.imports, files, ground.scratch);
  if (graph.neighbour.length === 0) return undefined;
  const found = communities(graph, 1, ground.seed);
  const isTied = (i: number) => graph.offset[i + 1] > graph.offset[i];
  const tied = collect(files, (_, i) => (isTied(i) ? found[i] : undefined));
  const loose = files.filter((_, i) => !isTied(i));
  const parts = joinUnits(ground, withLoose(ground, tied, loose), {
    needsJoin: (group, groups) => groups > 1 && group.files < ground.bounds.minFiles,
    mayJoin: () => true,
  });
  if (parts.length < 2) return undefined;
  const settled = settle({ ground, graph, files, parts });
  const gained = modularity(graph, partOf(files, settled, ground.scratch), settled.length);
  return gained >= leastModularity ? settled : undefined;
};

/** Puts each folder's files without imports to the part that has most of that folder, or makes them a part. */
const withLoose = (ground: Ground, parts: number[][], loose: readonly number[]): number[][] => {
  if (loose.length === 0) return parts;
  const folder = (file: number) => folderOf(ground.files[file].path);
  const counts = new Map(loose.map((file) => [folder(file), new Map<number, number>()]));
  parts.forEach((part, p) => {
    for (const file of part) {
      const inFolder = counts.get(folder(file));
      inFolder?.set(p, (inFolder.get(p) ?? 0) + 1);
    }
  });
  const filled = parts.map((part) => [...part]);
  for (const files of collect(loose, folder)) {
    const [most] = [...(counts.get(folder(files[0])) ?? [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (most) filled[most[0]].push(...files);
    else filled.push(files);
  }
  return filled.map((part) => part.sort(ascending));
};

/** The subfolders of the deepest folder that holds all files; files that stand in it directly are one part. */
export const byDirectory: Splitter = (ground, files) => {
  const folder = (i: number) => folderOf(ground.files[files[i]].path);
  // Files are sorted by path, so the first and the last share what all share.
  const common = commonFolder(folder(0), folder(files.length - 1));
  const start = common === '' ? 0 : common.length + 1;
  const parts = collect(files, (file) => {
    const { path } = ground.files[file];
    const slash = path.indexOf('/', start);
    return slash < 0 ? '' : path.slice(start, slash);
  });
  return parts.length < 2 ? undefined : parts;
};

export const byLanguage: Splitter = (ground, files) => {
  const parts = collect(files, (file) => ground.files[file].language);
  return parts.length < 2 ? undefined : parts;
};

/** Groups files by a key; those without one are left out. */
const collect = (files: Unit, keyOf: (file: number, index: number) => string | number | undefined): number[][] => {
  const parts = new Map<string | number, number[]>();
  files.forEach((file, i) => {
    const key = keyOf(file, i);
    if (key === undefined) return;
    const part = parts.get(key);
    if (part) part.push(file);
    else parts.set(key, [file]);
  });
  return [...parts.values()];
};
