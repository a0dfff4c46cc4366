import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { javascript } from '../languages/javascript/javascript.js';

/** The local files that a module names. Packages are not looked into; what is named only when it runs is not seen. */
export const localImports = (from: string, text: string): string[] =>
  javascript.read(text, from).flatMap(({ text: specifier }) => {
    if (/^(?:\.{0,2}\/|file:|\.{1,2}$)/.test(specifier)) return beside(from, specifier) ?? [];
    if (/^(?:node|data):/.test(specifier)) return [];
    return specifier.startsWith('#') ? ownName(from, specifier) : linkedPackage(from, specifier);
  });

const endings = ['', '.js', '.mjs', '.cjs', '.json', '.ts', '.mts', '.cts', '.tsx', '/index.js', '/index.ts'];

const beside = (from: string, specifier: string): string | undefined => {
  const place = specifier.startsWith('file:') ? pathOf(specifier) : resolve(dirname(from), bare(specifier));
  return place === undefined ? undefined : fileAt(place);
};

const fileAt = (place: string): string | undefined => {
  // What a compiler will make of a TypeScript file is named by what it makes.
  const written = place.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
  const main = readJson(join(place, 'package.json'))?.main;
  const places = [...(typeof main === 'string' ? [join(place, main)] : []), place, written];
  return places.flatMap((one) => endings.map((ending) => one + ending)).find(isFile);
};

/** Imports may carry a query, which names the same file. */
const bare = (specifier: string): string => specifier.replace(/[?#].*$/s, '');

/** A name that a package gives to files of its own (`#name`): all of them that it may mean, under whatever condition. */
const ownName = (from: string, specifier: string): string[] => {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const manifest = readJson(join(folder, 'package.json'));
    if (manifest) {
      const names = Object.entries((manifest.imports ?? {}) as Record<string, unknown>);
      return names.flatMap(([name, target]) => {
        const [before, after] = name.split('*');
        if (after === undefined ? name !== specifier : !specifier.startsWith(before)) return [];
        const star = after === undefined ? '' : specifier.slice(before.length, specifier.length - after.length);
        return texts(target).flatMap((text) => fileAt(resolve(folder, text.replaceAll('*', star))) ?? []);
      });
    }
    if (folder === dirname(folder)) return [];
  }
};

const texts = (target: unknown): string[] =>
  typeof target === 'string' ? [target] : Object.values((target ?? {}) as object).flatMap(texts);

const mostLinked = 5_000;

/** A package that is linked from elsewhere on this machine is local code: all of it counts, whatever it exports. */
const linkedPackage = (from: string, specifier: string): string[] => {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const place = realOr(join(folder, 'node_modules', name));
    if (place !== undefined) return place.includes(`${sep}node_modules${sep}`) ? [] : filesBelow(place);
    if (folder === dirname(folder)) return [];
  }
};

const filesBelow = (folder: string): string[] => {
  const found: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && found.length < mostLinked; at = open.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
        open.push(join(at, entry.name));
      else if (entry.isFile() && /\.(?:[cm]?[jt]sx?|json)$/.test(entry.name)) found.push(join(at, entry.name));
    }
  }
  return found;
};

const realOr = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

const readJson = (path: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

const pathOf = (url: string): string | undefined => {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
