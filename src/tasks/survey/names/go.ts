import { type Definition, distinct, type FindNames, findPatterns, mostNames } from './definition.js';

const patterns = [
  { pattern: /^func[ \t]+(?<name>[A-Z]\w*)[ \t]*[([]/gm, kind: 'func' },
  { pattern: /^type[ \t]+(?<name>[A-Z]\w*)(?:\[[^\]\n]{0,200}\])?[ \t]+struct\b/gm, kind: 'struct' },
  { pattern: /^type[ \t]+(?<name>[A-Z]\w*)(?:\[[^\]\n]{0,200}\])?[ \t]+interface\b/gm, kind: 'interface' },
  { pattern: /^type[ \t]+(?<name>[A-Z]\w*)/gm, kind: 'type' },
  { pattern: /^(?<kind>var|const)[ \t]+(?<name>[A-Z]\w*)/gm },
];

/** What a file of a Go package exports: names that begin with a capital. Methods belong to their types. */
export const goNames: FindNames = ({ code }) => {
  if (/^package[ \t]+main\b/m.test(code.slice(0, 20_000))) return [];
  return distinct([...findPatterns(code, patterns), ...grouped(code)].sort((a, b) => a.at - b.at));
};

/** Names in `const ( … )`, `var ( … )` and `type ( … )`: one a line, indented by a tab. */
const grouped = (code: string): Definition[] => {
  const found: Definition[] = [];
  for (const match of code.matchAll(/^(const|var|type)[ \t]*\(/gm)) {
    const line = /^(?:\t([A-Z]\w*)\b.*|[ \t].*|)(?:\n|$)/my;
    line.lastIndex = code.indexOf('\n', match.index) + 1;
    for (let entry = line.exec(code); entry && entry[0] !== '' && found.length < mostNames; entry = line.exec(code)) {
      if (entry[1] !== undefined) found.push({ name: entry[1], kind: match[1], at: entry.index + 1 });
    }
  }
  return found;
};
