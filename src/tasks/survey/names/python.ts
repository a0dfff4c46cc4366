import { nameOf } from '../../../util/paths.js';
import { type Definition, distinct, type FindNames, findPatterns, mostNames, type SourceText } from './definition.js';

const patterns = [
  { pattern: /^class[ \t]+(?<name>[A-Za-z_]\w*)/gm, kind: 'class' },
  { pattern: /^(?:async[ \t]+)?def[ \t]+(?<name>[A-Za-z_]\w*)/gm, kind: 'function' },
  { pattern: /^(?<name>[A-Z][A-Z0-9_]+)[ \t]*(?::[^=\n]{0,200})?=(?!=)/gm, kind: 'constant' },
  { pattern: /^(?<name>[A-Z][a-z]\w*)[ \t]*(?::[^=\n]{0,200})?=(?!=)/gm, kind: 'type' },
  { pattern: /^(?<name>[a-z]\w*)[ \t]*:[^=\n]{1,200}=(?!=)/gm, kind: 'variable' },
  { pattern: /^type[ \t]+(?<name>[A-Za-z_]\w*)[^=\n]{0,200}=/gm, kind: 'type' },
];
const anyAssignment = [{ pattern: /^(?<name>[A-Za-z_]\w*)[ \t]*(?::[^=\n]{0,200})?=(?!=)/gm, kind: 'value' }];

/** What a Python module offers: what `__all__` lists, else whatever does not begin with an underscore. */
export const pythonNames: FindNames = (source) => {
  const defined = findPatterns(source.code, patterns);
  const all = listedIn(source);
  if (!all) {
    const own = [...defined, ...(nameOf(source.path) === '__init__.py' ? passedOn(source.code) : [])];
    return distinct(own.filter(({ name }) => !name.startsWith('_')).sort((a, b) => a.at - b.at));
  }
  const home = new Map([...findPatterns(source.code, anyAssignment), ...defined].map((one) => [one.name, one]));
  return distinct(all.map((one) => home.get(one.name) ?? one).sort((a, b) => a.at - b.at));
};

/** What a package takes from its own modules: `from .app import Flask as Flask`. */
const passedOn = (code: string): Definition[] => {
  const found: Definition[] = [];
  for (const match of code.matchAll(
    /^from[ \t]+\.[\w.]*[ \t]+import[ \t]+(?:\(([^()]{0,20000})\)|([^\n(]{0,2000}))/gm,
  )) {
    for (const part of (match[1] ?? match[2]).split(',')) {
      const [, name, as] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name !== undefined && found.length < mostNames)
        found.push({ name: as ?? name, kind: 're-export', at: match.index });
    }
  }
  return found;
};

/** The names in `__all__`; undefined where there is none that is written out. */
const listedIn = ({ code, text }: SourceText): Definition[] | undefined => {
  const found: Definition[] = [];
  let left = 20;
  for (const match of code.matchAll(/^__all__(?:[ \t]*:[^=\n]{0,100})?[ \t]*\+?=[ \t]*[[(]/gm)) {
    if (left-- === 0) break;
    const from = match.index + match[0].length;
    const close = code.slice(from, from + 40_000).search(/[\])]/);
    if (close < 0) continue;
    for (const [, , name] of text.slice(from, from + close).matchAll(/(["'])(\w{1,200})\1/g)) {
      if (found.length < mostNames) found.push({ name, kind: 're-export', at: match.index });
    }
  }
  return found.length > 0 ? found : undefined;
};
