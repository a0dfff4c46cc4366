import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decompose, type Plan } from '../src/index.js';
import { makeFolder, removeFolder } from '../test/temporary-folder.js';
import { built } from './built.js';
import { edited, movedPercent } from './edits.js';
import type { Figure } from './figure.js';
import { generateProject } from './generated-project.js';
import { timeInRounds } from './rounds.js';
import {
  cutPercent,
  type GraphName,
  givenFiles,
  type ProjectGraph,
  projectGraph,
  storedGraph,
} from './stored-graphs.js';

const bounds = { minFiles: 5, maxTokens: 30_000, strategy: 'imports' } as const;
const graphs = ['vue', 'babel', 'django', 'redis'] as const;

export interface Edits {
  readonly edits: number;
  /** Where the seeds of the edits begin. */
  readonly from?: number;
  readonly strategy?: 'imports' | 'auto';
}

export interface Stayed {
  /** Percent of the files per edit: the mean. */
  readonly moved: number;
  /** The cut after the edits ÷ that of planning afresh. */
  readonly warmToFresh: number;
  readonly last: Plan;
}

/** Edits a stored graph again and again, and plans each time with the plan before as `previous`. */
export const stayThrough = async (
  name: GraphName,
  { edits, from = 0, strategy = 'imports' }: Edits,
): Promise<Stayed> => {
  const plan = (graph: ProjectGraph, previous?: Plan) =>
    decompose({ files: givenFiles(graph), ...bounds, strategy, previous });
  let graph = projectGraph(name);
  let last = await plan(graph);
  let moved = 0;
  for (let edit = 1; edit <= edits; edit++) {
    graph = edited(graph, from + edit);
    const next = await plan(graph, last);
    moved += movedPercent(last, next);
    last = next;
  }
  return { moved: moved / edits, warmToFresh: cutPercent(last) / cutPercent(await plan(graph)), last };
};

/** How few files move when a project is edited, and what that costs in cut. */
export const stayPutFigures = async (edits: number): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const name of graphs) {
    const { moved, warmToFresh, last } = await stayThrough(name, { edits });
    const { leaves, smallLeaves } = last.measures;
    figures.push(
      { name: `${name}: files moved per edit of 1 %`, value: moved, unit: '%', goal: { ideal: 1.2, reach: 2 } },
      {
        name: `${name}: cut after ${edits} edits ÷ planning afresh`,
        value: warmToFresh,
        unit: '×',
        goal: { ideal: 1.01, reach: 1.04 },
      },
      {
        name: `${name}: small leaves after ${edits} edits`,
        value: (100 * smallLeaves) / leaves,
        unit: '%',
        goal: { ideal: 0, reach: 3 },
      },
    );
  }
  const auto = await Promise.all(graphs.map((name) => stayThrough(name, { edits, strategy: 'auto' })));
  const moved = auto.reduce((sum, one) => sum + one.moved, 0) / graphs.length;
  figures.push({
    ...{ name: 'auto: files moved per edit of 1 %, mean of four graphs', value: moved, unit: '%' },
    goal: { ideal: 1, reach: 1.5 },
  });
  return figures;
};

/** What planning again costs after one file's imports changed, beside planning afresh. The built code is measured. */
export const replanFigures = async (rounds: number): Promise<Figure[]> => {
  const { decompose: plan } = await built();
  const files = storedGraph('kubernetes');
  const previous = await plan({ files, ...bounds });
  const changed = files.map((file, i) =>
    i === 1_234 ? { ...file, imports: [...(file.imports ?? []).slice(2), files[8_638].path] } : file,
  );
  const times = await timeInRounds(rounds, {
    afresh: () => plan({ files: changed, ...bounds }),
    again: () => plan({ files: changed, ...bounds, previous }),
  });
  return [
    {
      name: 'kubernetes: planning again after one edit ÷ planning afresh',
      value: times.ratio('again', 'afresh'),
      unit: '×',
      goal: { ideal: 0.1, reach: 0.5 },
    },
    await rescanFigure(rounds),
  ];
};

/** The same for a folder, where both read all files. */
const rescanFigure = async (rounds: number): Promise<Figure> => {
  const { decompose: plan } = await built();
  const root = makeFolder();
  try {
    generateProject(root, 10_000);
    const options = { root, ...bounds };
    const previous = await plan(options);
    const file = join(root, 'packages/package-7/src/part-3/file-4.ts');
    writeFileSync(file, `import '../part-0/file-0.js';\n${readFileSync(file, 'utf8')}`);
    const times = await timeInRounds(rounds, {
      afresh: () => plan(options),
      again: () => plan({ ...options, previous }),
    });
    return {
      name: 'a folder of 10,000 files: scanning and planning again after one edit ÷ afresh',
      value: times.ratio('again', 'afresh'),
      unit: '×',
    };
  } finally {
    removeFolder(root);
  }
};
