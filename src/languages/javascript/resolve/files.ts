import type { ProjectView } from '../../language.js';

/**
 * Who asks. TypeScript prefers its own files and declarations where both stand side by side, JavaScript does not; and
 * packages may have one file for `import` (`module`) and another for `require` (`commonjs`).
 */
export type Asker = 'typescript' | 'module' | 'commonjs';

const typed = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts'];
const untyped = ['.js', '.jsx', '.mjs', '.cjs'];
const others = ['.json', '.vue', '.svelte'];
const untypedFirst = [
  ...untyped,
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.json',
  '.vue',
  '.svelte',
  '.d.ts',
  '.d.mts',
  '.d.cts',
];
const endings: Readonly<Record<Asker, readonly string[]>> = {
  typescript: [...typed, ...untyped, ...others],
  module: untypedFirst,
  commonjs: untypedFirst,
};

/** Written for what will be there after compiling; the files that stand there before. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx', '.ts', '.d.ts'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

const compiledEnding = /\.[mc]?jsx?$/;

/** Finds files by names that leave something out. */
export class Files {
  readonly #project: ProjectView;
  readonly #folders: ReadonlySet<string>;

  constructor(project: ProjectView, folders: ReadonlySet<string>) {
    this.#project = project;
    this.#folders = folders;
  }

  has(path: string): boolean {
    return this.#project.has(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** The file at a path: as it stands, with an ending added, or with `.js` read as `.ts`. */
  file(path: string, asker: Asker): string | undefined {
    const compiled = compiledEnding.exec(path)?.[0];
    if (asker === 'typescript' && compiled) {
      return this.#source(path, compiled) ?? this.#exact(path) ?? this.#ended(path, asker);
    }
    // A component may have its declaration beside it, and TypeScript knows of nothing else: `Menu.svelte.d.ts`.
    const declared = asker === 'typescript' && /\.(?:vue|svelte)$/.test(path) && this.#exact(`${path}.d.ts`);
    if (declared) return declared;
    return this.#exact(path) ?? this.#ended(path, asker) ?? (compiled && this.#source(path, compiled));
  }

  index(folder: string, asker: Asker): string | undefined {
    return this.#folders.has(folder) ? this.#ended(folder === '' ? 'index' : `${folder}/index`, asker) : undefined;
  }

  #exact(path: string): string | undefined {
    return this.#project.has(path) ? path : undefined;
  }

  #ended(path: string, asker: Asker): string | undefined {
    for (const ending of endings[asker]) if (this.#project.has(path + ending)) return path + ending;
    return undefined;
  }

  #source(path: string, compiled: string): string | undefined {
    const stem = path.slice(0, -compiled.length);
    for (const ending of sourcesOf[compiled] ?? []) if (this.#project.has(stem + ending)) return stem + ending;
    return undefined;
  }
}
