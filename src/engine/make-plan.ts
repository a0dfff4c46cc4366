import { resolve } from 'node:path';
import { cluster } from '../cluster/cluster.js';
import type { FileGraph } from '../domain/file-graph.js';
import type { LeftOut } from '../domain/inventory.js';
import { graphOfFiles, graphOfScan } from '../graph/graph.js';
import { projectFiles } from '../inventory/project-files.js';
import { roleOf } from '../inventory/role-of.js';
import { languages } from '../languages/languages.js';
import { loadLanguages } from '../languages/load-languages.js';
import type { NormalFile } from '../options/given-files.js';
import type { DecomposeSettings } from '../options/resolve-decompose.js';
import { languageName } from '../scan/language-of.js';
import { scan } from '../scan/scan.js';
import { select } from '../scan/select.js';
import { estimateFromBytes, tokenCounter } from '../scan/tokens.js';
import { Plan } from './plan.js';
import { configReader } from './read-config.js';
import { stayNotes } from './stay-notes.js';

/** The whole of decomposing: a folder (or given files) → file graph → cluster tree → plan. */
export const makePlan = async (settings: DecomposeSettings): Promise<Plan> => {
  const { bounds, sizing, seed, goal, previous, signal, onProgress } = settings;
  const { graph, leftOut, notes } = settings.files ? graphOfGiven(settings) : await graphOfFolder(settings);
  signal?.throwIfAborted();
  onProgress?.({ phase: 'clustering' });
  const clustered = cluster({ ...settings, graph, earlier: previous });
  const folder = settings.root === undefined ? undefined : resolve(settings.root);
  return new Plan(
    { graph, ...clustered, bounds, sizing, seed, goal, leftOut, notes: [...notes, ...stayNotes(previous, clustered)] },
    { folder, settings },
  );
};

interface Found {
  readonly graph: FileGraph;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

const graphOfFolder = async (settings: DecomposeSettings): Promise<Found> => {
  const root = resolve(settings.root ?? '.');
  const countTokens = await tokenCounter(settings.tokens);
  const { files, leftOut, notes } = await scan({ ...settings, root, countTokens, languages });
  const loaded = await loadLanguages(
    languages,
    files.map(({ path }) => path),
  );
  settings.onProgress?.({ phase: 'resolving' });
  return { graph: graphOfScan({ files, leftOut, languages: loaded, readText: configReader(root) }), leftOut, notes };
};

const graphOfGiven = (settings: DecomposeSettings): Found => {
  const { files: all = [], roles, tokens: mode } = settings;
  const { wants } = select(settings.include, settings.exclude);
  const nameOf = languageName(languages);
  const isOfRoles = ({ path, role = roleOf(path, nameOf(path)) }: NormalFile) => roles.includes(role);
  const files = all.filter((file) => wants(file.path) && (roles.length === 0 || isOfRoles(file)));
  const fromBytes = (bytes: number, language: string) =>
    mode === 'bytes' ? Math.ceil(bytes / 4) : estimateFromBytes(bytes, language);
  const given = files.map(({ path, bytes = 0, tokens, role, package: said }) => {
    const language = nameOf(path);
    return { path, bytes, tokens: tokens ?? fromBytes(bytes, language), language, role, package: said };
  });
  return {
    graph: graphOfFiles(
      projectFiles(given),
      files.map(({ imports }) => imports),
    ),
    leftOut: [],
    notes: [],
  };
};
