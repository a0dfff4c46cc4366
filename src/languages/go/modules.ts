import { folderOf, joinPath, sharedFolders, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';
import { below, type GoMod, type Place, parseGoMod } from './go-mod.js';

/** The modules of a project. */
export interface Modules {
  /** The nearest module at or above a folder. */
  owner(folder: string): GoMod | undefined;
  /** The place an import path names, as seen from a module: the longest prefix wins, then the nearest. */
  place(path: string, own: GoMod | undefined): Place | undefined;
}

export const modulesOf = (project: ProjectView, goFolders: readonly string[]): Modules => {
  const byFolder = (name: string): Map<string, GoMod> => {
    const parsed = new Map<string, GoMod>();
    for (const path of listed(name)) {
      const text = project.readText(path);
      if (text !== undefined) parsed.set(folderOf(path), parseGoMod(text, folderOf(path)));
    }
    return parsed;
  };
  const listed = (name: string): string[] => {
    const found = project.files.filter((path) => path === name || path.endsWith(`/${name}`));
    // Where `include` kept such files out of the inventory they still say where things are.
    return found.length > 0 ? found : [...new Set(goFolders.flatMap(upwards))].map((folder) => joinPath(folder, name));
  };
  const modules = byFolder('go.mod');
  const workspaces = byFolder('go.work');

  const byPath = new Map<string, Place[]>();
  for (const { module, folder } of modules.values()) {
    // GOROOT/src is the module `std`, whose packages go by their path alone.
    const prefix = module === 'std' ? '' : module;
    if (prefix !== undefined) byPath.set(prefix, [...(byPath.get(prefix) ?? []), { prefix, folder }]);
  }
  const nearest = (found: Map<string, GoMod>): ((folder: string) => GoMod | undefined) => {
    const known = new Map<string, GoMod | undefined>();
    return (folder) => {
      if (!known.has(folder)) known.set(folder, found.get(upwards(folder).find((above) => found.has(above)) ?? '\0'));
      return known.get(folder);
    };
  };
  const owner = nearest(modules);
  const workspace = nearest(workspaces);

  return {
    owner,
    place(path, own) {
      const from = own?.folder ?? '';
      const replaced = [...(own?.replaced ?? []), ...(workspace(from)?.replaced ?? [])];
      let best: Place | undefined;
      for (const place of replaced) {
        if (below(place.prefix, path) !== undefined && place.prefix.length > (best?.prefix.length ?? -1)) best = place;
      }
      for (const prefix of upwards(path)) {
        const places = byPath.get(prefix);
        if (!places) continue;
        if (best && best.prefix.length >= prefix.length && own?.module !== prefix) return best;
        return places.find(({ folder }) => folder === own?.folder) ?? closest(places, from);
      }
      return best;
    },
  };
};

/** Fixtures often share a module path; the one that shares most folders is meant. */
const closest = (places: readonly Place[], from: string): Place =>
  places.reduce((best, place) => (sharedFolders(place.folder, from) > sharedFolders(best.folder, from) ? place : best));
