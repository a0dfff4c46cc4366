import type { ProjectView } from '../../../src/languages/language.js';
import type { Loaded } from './composer-loader.js';
import type { TreeFacts } from './tree.js';

/** What a specifier means: the only files it may mean, or any one of several that nothing tells apart. */
export type Meant = { readonly files: ReadonlySet<string> } | { readonly oneOf: ReadonlySet<string> };

/** Every name that files use or import, as classes. */
export const classNames = (facts: ReadonlyMap<string, TreeFacts>): string[] => [
  ...new Set(
    [...facts.values()].flatMap(({ imports, names }) => [...imports, ...names]).filter((name) => !name.includes(' ')),
  ),
];

/** What names mean by composer's loader, then by the syntax trees. Undefined: nothing of the project. */
export const meaning = (facts: ReadonlyMap<string, TreeFacts>, { files, own }: Loaded, project: ProjectView) => {
  const declared = new Map<string, Set<string>>();
  for (const [path, { declares }] of facts) {
    for (const name of declares) declared.set(name, (declared.get(name) ?? new Set()).add(path));
  }
  const php = new Set(own.map((name) => name.toLowerCase()));
  const ofName = (name: string): Meant | undefined => {
    const lower = name.toLowerCase();
    if (php.has(lower)) return undefined;
    const places = declared.get(lower);
    const loaded = files[name];
    // Composer would also load a file that merely has the right name, and fail.
    if (loaded !== undefined && project.has(loaded) && (!places || places.has(loaded)))
      return { files: new Set([loaded]) };
    if (!places) return undefined;
    return places.size === 1 ? { files: places } : { oneOf: places };
  };
  /** `use A\B` may also mean what the file uses below that namespace. */
  const ofImport = (path: string, name: string): Meant | undefined => {
    const meant = ofName(name);
    if (meant) return meant;
    const below = [...facts.get(path)!.names].filter((used) => used.startsWith(`${name}\\`)).map(ofName);
    const through = below.flatMap((one) => (one && 'files' in one ? [...one.files] : []));
    return through.length > 0 ? { files: new Set(through) } : undefined;
  };
  return { ofName, ofImport };
};
