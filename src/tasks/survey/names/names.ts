import { nameOf } from '../../../util/paths.js';
import { cNames } from './c.js';
import type { FindNames } from './definition.js';
import { goNames } from './go.js';
import { javascriptNames } from './javascript.js';
import { patternNames } from './patterns.js';
import { pythonNames } from './python.js';

/** A single-file component is called after its file. */
const componentNames: FindNames = ({ path }) => {
  const name = nameOf(path).replace(/\.\w+$/, '');
  return name === '' || name === 'index' ? [] : [{ name, kind: 'component', at: 0 }];
};

const byLanguage: Readonly<Record<string, FindNames>> = {
  javascript: javascriptNames,
  typescript: javascriptNames,
  python: pythonNames,
  go: goNames,
  c: cNames,
  cpp: cNames,
  cuda: cNames,
  'objective-c': cNames,
  vue: componentNames,
  svelte: componentNames,
  astro: componentNames,
};

/** How the public names of a language are found; undefined where they are not. */
export const findNamesOf = (language: string): FindNames | undefined => byLanguage[language] ?? patternNames(language);
