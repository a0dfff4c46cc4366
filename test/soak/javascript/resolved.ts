import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript-api';
import type { Specifier } from '../../../src/domain/specifier.js';
import { npmPackages } from '../soak.js';

/** The file that the language's own resolver finds, relative to the root; undefined where it finds none inside it. */
export type Resolve = (from: string, specifier: Specifier) => string | undefined;

const endings = ['.js', '.json', '.mjs', '.cjs', '.ts', '.tsx', '.vue', '.svelte'];

/** Conditions that these projects set in their own tsconfig, so that their packages find each other's sources. */
const projectConditions = ['@zod/source', '@tanstack/custom-condition'];

export interface Asked {
  readonly root: string;
  /** As someone inside those projects would ask, or as anyone who installed them. */
  readonly as: 'project' | 'stranger';
}

/** TypeScript's resolver for files with types, oxc-resolver (which follows Node) for the others. */
export const resolverIn = (folder: string, { root, as }: Asked): Resolve => {
  const load = createRequire(
    join(npmPackages(folder, 'javascript-resolvers', ['oxc-resolver@11.24.2']), 'package.json'),
  );
  const { ResolverFactory } = load('oxc-resolver');
  const imports = new ResolverFactory({
    conditionNames: ['node', 'import', 'module'],
    builtinModules: true,
    mainFields: ['module', 'main'],
    extensions: endings,
  });
  const requires = new ResolverFactory({
    conditionNames: ['node', 'require'],
    builtinModules: true,
    mainFields: ['main'],
    extensions: endings,
  });
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowJs: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    customConditions: as === 'project' ? projectConditions : [],
  };
  const cache = ts.createModuleResolutionCache(root, (name) => name, options);

  const typed = (from: string, text: string): string | undefined =>
    ts.resolveModuleName(text, from, options, ts.sys, cache).resolvedModule?.resolvedFileName ?? exact(from, text);
  /** TypeScript leaves styles, components and the like to bundlers, which take them as they are written. */
  const exact = (from: string, text: string): string | undefined => {
    const path = join(dirname(from), text.replace(/\?.*/, ''));
    return text.startsWith('.') && /\.(?:vue|svelte|css|svg)$/.test(path) && existsSync(path) ? path : undefined;
  };
  const untyped = (from: string, { text, kind }: Specifier): string | undefined =>
    (kind === 'require' ? requires : imports).sync(dirname(from), text).path;

  return (from, specifier) => {
    const path = join(root, from);
    const found = /\.[mc]?tsx?$/.test(from) ? typed(path, specifier.text) : untyped(path, specifier);
    if (!found) return undefined;
    const real = realpathSync(found);
    return real.startsWith(`${root}/`) ? real.slice(root.length + 1) : undefined;
  };
};
