import { folderOf, sharedFolders } from '../../util/paths.js';
import { nearestOf } from '../nearest.js';
import type { Assemblies } from './assemblies.js';
import type { DeclaredType } from './namespaces.js';
import type { Scope } from './scopes.js';

/**
 * No mention leads to more files than this. A using of which nothing is used by name says only that the file has to do
 * with the namespace: spread over 500 files that is a tie of 1/500 to each, which decides nothing, while 5,000 files
 * with a few such usings make millions of them. The nearest ones stand for the rest.
 */
const mostFiles = 16;

export const nearestFew = (files: readonly string[], from: string): readonly string[] => {
  if (files.length <= mostFiles) return files;
  const shared = files.map((path) => sharedFolders(path, from));
  const order = [...files.keys()].sort((a, b) => shared[b] - shared[a] || a - b).slice(0, mostFiles);
  return order.sort((a, b) => a - b).map((at) => files[at]);
};

/** How far a file is from those who mention it: of the own assembly, of one that it references, of any other. */
type Reach = 0 | 1 | 2;

/** Chooses between types, and between files that declare a type of the same full name. */
export class ChosenFiles {
  readonly #assemblies: Assemblies;
  readonly #known = new Map<DeclaredType, Map<string, readonly string[]>>();

  constructor(assemblies: Assemblies) {
    this.#assemblies = assemblies;
  }

  /** The type that a name means in a file, of those with that name. */
  choose(types: readonly DeclaredType[], scope: Scope): DeclaredType | undefined {
    let best: DeclaredType | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    for (const type of types) {
      const rank = scope.ranks.get(type.namespace);
      if (rank === undefined || !this.#isVisible(type, scope)) continue;
      if (best === undefined || this.#isBetter({ type, rank }, { type: best, rank: bestRank }, scope)) {
        best = type;
        bestRank = rank;
      }
    }
    return best;
  }

  /** The files of a type as seen from a file, which may be among them. */
  of(type: DeclaredType, scope: Scope): readonly string[] {
    if (type.files.length === 1) return type.files;
    let byFolder = this.#known.get(type);
    if (!byFolder) {
      byFolder = new Map();
      this.#known.set(type, byFolder);
    }
    let files = byFolder.get(scope.folder);
    if (!files) {
      files = this.#find(type, scope);
      byFolder.set(scope.folder, files);
    }
    return files;
  }

  #find(type: DeclaredType, scope: Scope): readonly string[] {
    const reaches = type.files.map((path) => this.#reach(path, scope));
    const least = Math.min(...new Set(reaches));
    const reached = type.files.filter((_, at) => reaches[at] === least);
    // Seen from the folder: whether the file itself is among them must not decide which are near.
    const nearest = nearestOf(reached, `${scope.folder}/`)!;
    const assembly = this.#assemblies(folderOf(nearest));
    const together = reached.filter((path) => this.#assemblies(folderOf(path)) === assembly);
    if (type.parts.has(nearest)) {
      return nearestFew(
        together.filter((path) => type.parts.has(path)),
        scope.from,
      );
    }
    // Types that differ in the number of their type parameters only: `Result` and `Result<T>`.
    const shared = sharedFolders(nearest, `${scope.folder}/`);
    return nearestFew(
      together.filter((path) => sharedFolders(path, `${scope.folder}/`) === shared),
      scope.from,
    );
  }

  #reach(path: string, { assembly }: Scope): Reach {
    const other = this.#assemblies(folderOf(path));
    if (other === assembly) return 0;
    return assembly.sees?.has(other.folder) ? 1 : 2;
  }

  #leastReach(type: DeclaredType, scope: Scope): Reach {
    let least: Reach = 2;
    for (const path of type.files) {
      const reach = this.#reach(path, scope);
      if (reach < least) least = reach;
      if (least === 0) break;
    }
    return least;
  }

  /**
   * Everyone sees the global namespace, so the `Program` of some sample would be meant wherever a property has that
   * name. Where it is known what an assembly references, only what it does reference counts.
   */
  #isVisible(type: DeclaredType, scope: Scope): boolean {
    if (type.namespace.name !== '' || scope.assembly.sees === undefined) return true;
    return this.#leastReach(type, scope) < 2;
  }

  #isBetter(one: Ranked, other: Ranked, scope: Scope): boolean {
    const [reach, otherReach] = [this.#leastReach(one.type, scope), this.#leastReach(other.type, scope)];
    if ((reach === 2) !== (otherReach === 2)) return otherReach === 2;
    if (one.rank !== other.rank) return one.rank < other.rank;
    if (reach !== otherReach) return reach < otherReach;
    const shared = (type: DeclaredType): number => sharedFolders(nearestOf(type.files, scope.from)!, scope.from);
    return shared(one.type) > shared(other.type);
  }
}

interface Ranked {
  readonly type: DeclaredType;
  readonly rank: number;
}
