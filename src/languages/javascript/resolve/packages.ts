import { folderOf, isWithin, nameOf, upwards } from '../../../util/paths.js';
import type { ProjectView } from '../../language.js';
import { isText, type JsonObject, parseJson } from './json.js';

/** A folder with a package.json. */
export interface Package {
  readonly folder: string;
  readonly json: JsonObject;
}

const testFolder =
  /(?:^|\/)(?:__)?(?:fixtures?|testdata|test-?fixtures|tests?|specs?|examples?|e2e|playground|templates?)(?:__)?(?=\/)/;

/** The folder of test material that a package belongs to; undefined for packages of the project itself. */
const materialOf = (folder: string): string | undefined => {
  const match = testFolder.exec(`${folder}/`);
  return match ? folder.slice(0, match.index + match[0].length) : undefined;
};

const sharedLength = (a: string, b: string): number => {
  const [ones, others] = [a.split('/'), b.split('/')];
  let length = 0;
  while (length < ones.length && ones[length] === others[length]) length++;
  return length;
};

/** The packages of the project: workspaces, and copies that are test material. */
export class Packages {
  readonly #byFolder = new Map<string, Package>();
  readonly #byName = new Map<string, Package[]>();
  readonly #nearest = new Map<string, Package | undefined>();
  #installed = false;

  constructor(project: ProjectView) {
    for (const file of project.files) {
      if (nameOf(file) !== 'package.json') continue;
      const json = parseJson(project.readText(file));
      if (json) this.#add({ folder: folderOf(file), json });
    }
  }

  #add(found: Package): void {
    const { folder, json } = found;
    this.#byFolder.set(folder, found);
    // Installed packages are found by walking up the folders, as Node does, not by name.
    if (/(?:^|\/)node_modules\//.test(folder)) this.#installed = true;
    else if (isText(json.name)) {
      const same = this.#byName.get(json.name);
      if (same) same.push(found);
      else this.#byName.set(json.name, [found]);
    }
  }

  at(folder: string): Package | undefined {
    return this.#byFolder.get(folder);
  }

  /** The package that a file in `folder` belongs to. */
  nearest(folder: string): Package | undefined {
    if (this.#nearest.has(folder)) return this.#nearest.get(folder);
    const found = this.#byFolder.get(folder) ?? (folder === '' ? undefined : this.nearest(folderOf(folder)));
    this.#nearest.set(folder, found);
    return found;
  }

  /**
   * The package that `from` means by a name. Test material may bear the name of anything, so it is only seen from the
   * material it belongs to. Among several the one with most of its path in common wins, then the shortest path.
   */
  named(name: string, from: string): Package | undefined {
    const installed = this.#installed ? this.#installedAt(name, from) : undefined;
    if (installed) return installed;
    const candidates = this.#byName.get(name);
    if (!candidates) return undefined;
    const visible = candidates.filter(({ folder }) => {
      const material = materialOf(folder);
      return material === undefined || isWithin(material, from);
    });
    let best: Package | undefined;
    let bestShared = -1;
    for (const candidate of visible) {
      const shared = sharedLength(candidate.folder, from);
      const shorter = best !== undefined && candidate.folder.length < best.folder.length;
      if (shared > bestShared || (shared === bestShared && shorter)) {
        best = candidate;
        bestShared = shared;
      }
    }
    return best;
  }

  #installedAt(name: string, from: string): Package | undefined {
    for (const folder of upwards(from)) {
      const found = this.#byFolder.get(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether a package above `from` declares `name` as something to install. */
  isDependency(name: string, from: string): boolean {
    return upwards(from).some((folder) => {
      const json = this.#byFolder.get(folder)?.json;
      return json !== undefined && dependencyFields.some((field) => Object.hasOwn(Object(json[field]), name));
    });
  }
}

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
