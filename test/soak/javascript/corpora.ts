import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from '../soak.js';

/**
 * Packages that ship what people write: TypeScript (rxjs, effect, zod), TSX (tldraw, react-admin, TanStack), ES modules
 * (three, preact), CommonJS (webpack), single-file components (primevue, carbon).
 */
const packages = [
  'rxjs@7.8.2',
  'effect@4.1.0',
  'zod@4.6.7',
  '@tanstack/react-router@1.170.46',
  'tldraw@5.4.2',
  'ra-ui-materialui@5.15.4',
  'ra-core@5.15.4',
  'preact@11.2.0',
  'three@0.187.0',
  'webpack@5.112.2',
  'primevue@5.0.2',
  'carbon-components-svelte@0.112.1',
];
const beside = ['react@19.3.1', 'react-dom@19.3.1'];

/** The folder into which the packages are installed, side by side like the packages of a monorepo. */
export const installCorpora = (folder: string): string =>
  join(npmPackages(folder, 'javascript-corpora', [...packages, ...beside]), 'node_modules');

export interface Corpus {
  readonly title: string;
  readonly folder: string;
}

export const corpora: readonly Corpus[] = packages.map((title) => ({ title, folder: title.replace(/@[^@]*$/, '') }));

/** The packages that are developed together with a corpus: itself, and those of its scope. */
const families = ['@tanstack', '@tldraw', '@primevue', '@primeuix'];
export const isOfFamily = (path: string): boolean =>
  [...families, ...corpora.map(({ folder }) => folder)].some((folder) => path.startsWith(`${folder}/`));

/** Every file below a folder, relative to it, sorted. */
export const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

const largest = 1_000_000;
/** Bundles are made, not written, and one of them outweighs a whole package. */
const isBundle = (path: string): boolean => /\.min\.|\.umd\.|(?:^|\/)(?:umd|bundles)\//.test(path);

export const textOf = (root: string, path: string): string | undefined =>
  isBundle(path) || statSync(join(root, path)).size > largest ? undefined : readFileSync(join(root, path), 'utf8');
