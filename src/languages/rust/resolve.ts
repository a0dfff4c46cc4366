import { folderOf, resolvePath } from '../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../language.js';
import { Lookup, type Target } from './lookup.js';
import { fileOfModule, parseMention } from './module-files.js';
import { type Module, modulesOf } from './modules.js';
import { packagesOf } from './packages.js';
import { partsOf } from './scopes.js';

/**
 * Resolves paths over the modules of all crates. What a module only passes on (`pub use`) leads to the file that has it:
 * otherwise everything would seem to need the roots of crates, which hold little but names.
 */
export const rustResolver = (project: ProjectView): Resolver => {
  const rustFiles = project.files.filter((path) => path.endsWith('.rs'));
  const packages = packagesOf(project, rustFiles);
  const modules = modulesOf(project, packages, rustFiles);
  const lookup = new Lookup(packages, modules);
  return (from, { text, kind }) => {
    if (kind === 'include') {
      const path = resolvePath(folderOf(from), text);
      return path !== undefined && project.has(path) ? [path] : 'missing';
    }
    const module = modules.of(from);
    if (!module) return 'external';
    if (kind === 'module') return ofMention(text, module, project);
    const parts = partsOf(text);
    const found = lookup.path(parts, module, kind === 'import');
    return found.length > 0 ? filesOf(found, from) : 'external';
  };
};

const ofMention = (text: string, module: Module, project: ProjectView): Resolution => {
  const mention = parseMention(text);
  const file = fileOfModule(mention, { ...module, has: (path) => project.has(path) });
  if (file !== undefined) return [file];
  // Under a condition the usual place need not be there, as long as there is another.
  const others = mention.nest === '' ? module.children.get(mention.name)?.map((child) => child.file) : undefined;
  return others && mention.path === undefined ? others : 'missing';
};

const filesOf = (targets: readonly Target[], from: string): Resolution => {
  const files = new Set<string>();
  let isGap = false;
  for (const target of targets) {
    if (target.kind === 'module') files.add(target.module.file);
    else if (target.kind === 'item') files.add(target.file);
    else if (target.kind === 'gap') isGap = true;
    // What another file takes from outside is found through that file.
    else if (target.file !== from) files.add(target.file);
  }
  if (files.size > 0) return [...files];
  return isGap ? 'missing' : 'external';
};
