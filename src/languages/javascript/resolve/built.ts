import { nameOf } from '../../../util/paths.js';
import type { Asker, Files } from './files.js';

/** Folders that hold what a build makes, and so are rarely in the project. */
const outputFolder =
  /^(?:dist|lib|libs|build|built|out|output|esm|cjs|es|umd|mjs|types|typings|module|modules|commonjs|bundles?|release|target|fesm\d+|esm?\d+|_esm|_cjs|_types|dist-\w+|lib-\w+)$/;
const builtEnding = /(?:\.d\.[mc]?ts|\.[mc]?[jt]sx?)$/;
const sourceFolders = ['src/', '', 'source/', 'lib/'];

/** Names, without endings and relative to the package, that the sources of a built file may have; likeliest first. */
const sourceNames = (target: string, packageFolder: string): string[] => {
  const stem = target.replace(builtEnding, '');
  const segments = stem.split('/');
  let outputs = 0;
  while (outputs < segments.length && outputFolder.test(segments[outputs]!)) outputs++;
  const names = [stem];
  for (let dropped = outputs; dropped > 0; dropped--) {
    const rest = segments.slice(dropped).join('/');
    for (const folder of sourceFolders) names.push(folder + rest);
    // `dist/index.esm.js` and `dist/index.min.js` are made of `index` too.
    const plain = rest.replace(/(\w)\.[^/]*$/, '$1');
    if (plain !== rest) for (const folder of sourceFolders) names.push(folder + plain);
    // A bundle is named after its package: `packages/reactivity/dist/reactivity.cjs.js`.
    if (plain !== '' && plain === nameOf(packageFolder)) names.push('src/index', 'index');
  }
  names.push(`src/${stem}`);
  return names;
};

/** The source that a built file of the package in `folder` was made of: `lib/parse.js` of `src/parse.ts`. */
export const sourceOf = (
  target: string,
  { folder, files, asker }: { readonly folder: string; readonly files: Files; readonly asker: Asker },
): string | undefined => {
  for (const name of sourceNames(target, folder)) {
    const tidy = name.replace(/\/$/, '');
    const path = folder === '' ? tidy : tidy === '' ? folder : `${folder}/${tidy}`;
    const found = files.file(path, asker) ?? files.index(path, asker);
    if (found) return found;
  }
  return undefined;
};

export const isBuilt = (target: string): boolean => outputFolder.test(target.split('/', 1)[0]!);
