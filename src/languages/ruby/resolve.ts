import { folderOf, nameOf, resolvePath, upwards } from '../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { Constants } from './constants.js';
import { endings } from './endings.js';
import { type LoadPaths, loadPathsOf } from './load-paths.js';

/** Resolves what is required by a load path that is found, and constants by the files that define them. */
export const rubyResolver = (project: ProjectView): Resolver => {
  const paths = loadPathsOf(project);
  const constants = new Constants(project);
  const extensions = new Set(
    project.files.filter((path) => nameOf(path) === 'extconf.rb').map((path) => nameOf(folderOf(path))),
  );
  const view: View = { project, paths, extensions };
  return (from, { text, kind }) => {
    if (kind === 'name') {
      const found = constants.find(text, from);
      return found === undefined || found === from ? 'external' : [found];
    }
    return text.startsWith('./') || text.startsWith('../') ? relative(text, from, view) : feature(text, from, view);
  };
};

interface View {
  readonly project: ProjectView;
  readonly paths: LoadPaths;
  /** Folders in which libraries are built in C. */
  readonly extensions: ReadonlySet<string>;
}

/**
 * Relative to the file; `require './x'` is relative to where the program was started, which is the folder of the file or
 * one above it.
 */
const relative = (text: string, from: string, { project, extensions }: View): Resolution => {
  for (const folder of upwards(folderOf(from))) {
    const path = resolvePath(folder, text);
    if (path === undefined) break;
    for (const candidate of hasEnding(path) ? [path, `${path}.rb`] : [`${path}.rb`]) {
      if (project.has(candidate)) return [candidate];
    }
    if (text.startsWith('../')) break;
  }
  return isBuilt(text, extensions) ? 'external' : 'missing';
};

const feature = (text: string, from: string, { project, paths, extensions }: View): Resolution => {
  const name = text.endsWith('.rb') ? text.slice(0, -3) : text;
  const found = paths.find(name, from);
  if (found !== undefined) return [found];
  // What `load` takes need not end in `.rb`, and is looked for where the program was started.
  if (hasEnding(text)) {
    for (const folder of upwards(folderOf(from))) {
      const path = resolvePath(folder, text);
      if (path !== undefined && project.has(path)) return [path];
    }
  }
  const slash = name.indexOf('/');
  const inside = slash > 0 && paths.owns(name.slice(0, slash)) && !isBuilt(text, extensions);
  return inside ? 'missing' : 'external';
};

const isBuilt = (text: string, extensions: ReadonlySet<string>): boolean =>
  text.endsWith('.so') || text.endsWith('.bundle') || extensions.has(nameOf(text));

const hasEnding = (path: string): boolean => {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.slice(dot) in endings;
};
