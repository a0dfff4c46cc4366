import { type FileGraph, tieKinds } from '../domain/file-graph.js';
import type { PartMeasures } from '../domain/measures.js';
import type { Subplan } from '../domain/subplan.js';
import { subjectsOf } from '../inventory/subjects.js';
import { cutBetweenLeaves, round } from './cuts.js';

export interface PartMeasuring {
  readonly graph: FileGraph;
  readonly subplans: readonly Subplan[];
  /** The number of the leaf each file stands in. */
  readonly leafOf: Int32Array;
}

const folderTie = tieKinds.indexOf('folder');

/** How well leaves keep to packages and tests to what they test. Made when asked for: it needs the labels. */
export const measureParts = ({ graph, subplans, leafOf }: PartMeasuring): PartMeasures => {
  const { files } = graph;
  return {
    purity: purityOf(graph, leafOf),
    tests: testsWithSubject(graph, leafOf),
    uniqueLabels: uniqueShare(subplans.slice(1).map(({ label }) => label)),
    sourceCut: cutBetweenLeaves(graph, leafOf, (file) => files[file].role === 'source'),
  };
};

const purityOf = ({ files }: FileGraph, leafOf: Int32Array): number => {
  const sums = new Map<number, Map<string, number>>();
  let whole = 0;
  files.forEach(({ package: its, tokens }, file) => {
    const packages = sums.get(leafOf[file]) ?? new Map<string, number>();
    sums.set(leafOf[file], packages.set(its, (packages.get(its) ?? 0) + tokens));
    whole += tokens;
  });
  const pure = [...sums.values()].reduce((sum, packages) => sum + Math.max(...packages.values()), 0);
  return whole === 0 ? 1 : round(pure / whole);
};

const testsWithSubject = ({ files, from, to, kind }: FileGraph, leafOf: Int32Array): PartMeasures['tests'] => {
  const ties: number[][] = files.map(() => []);
  for (let i = 0; i < from.length; i++) {
    if (kind[i] === folderTie) continue;
    ties[from[i]].push(to[i]);
    ties[to[i]].push(from[i]);
  }
  const subjects = subjectsOf({ files, tiedTo: (file) => ties[file] });
  let [known, together] = [0, 0];
  subjects.forEach((subject, test) => {
    if (subject < 0) return;
    known++;
    if (leafOf[subject] === leafOf[test]) together++;
  });
  return { known, together };
};

const uniqueShare = (labels: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const unique = labels.filter((label) => counts.get(label) === 1).length;
  return labels.length === 0 ? 1 : round(unique / labels.length);
};
