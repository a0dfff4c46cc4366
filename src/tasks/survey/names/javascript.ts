import { type Definition, distinct, type FindNames, findPatterns, mostNames, type SourceText } from './definition.js';
import { braced, listed } from './javascript-lists.js';

const declared =
  /^export[ \t]+(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?:const[ \t]+(?=enum))?(?<kind>function|class|interface|type|enum|namespace|const|let|var)\b[ \t]*\*?[ \t]*(?<name>[\w$]+)/gm;
const local =
  /^(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?<kind>function|class|interface|type|enum|namespace|const|let|var)\b[ \t]*\*?[ \t]*(?<name>[\w$]+)/gm;
const namespaced = [{ pattern: /^export[ \t]+\*[ \t]+as[ \t]+(?<name>[\w$]+)/gm, kind: 'namespace' }];
const member = [
  { pattern: /^(?:module[ \t]*\.[ \t]*)?exports[ \t]*\.[ \t]*(?<name>[\w$]+)[ \t]*=(?!=)/gm, kind: 'value' },
];

/** Lists in one file that are read: each may be long. */
const mostLists = 500;

/** What a module of JavaScript or TypeScript exports, in either way of exporting. */
export const javascriptNames: FindNames = (source) => {
  const { code } = source;
  const direct = findPatterns(code, [{ pattern: declared }]).map((one) => withKind(code, one));
  const others: Listed[] = [...findPatterns(code, namespaced), ...findPatterns(code, member), ...lists(source)];
  if (others.length === 0) return distinct(direct);
  const kinds = new Map(
    findPatterns(code, [{ pattern: local }]).map((one) => [one.name, withKind(code, one)] as const),
  );
  const known = others.map((one) => {
    const home = one.local === undefined ? undefined : kinds.get(one.local);
    return home ? { ...one, kind: home.kind, at: home.at } : one;
  });
  return distinct([...direct, ...known.map(({ name, kind, at }) => ({ name, kind, at }))].sort((a, b) => a.at - b.at));
};

interface Listed extends Definition {
  /** What it is called in the module itself. */
  readonly local?: string;
}

/** `export { a, b as c }`, `export default a`, `module.exports = { a, b }`, `module.exports = a`. */
function lists({ code }: SourceText): Listed[] {
  const found: Listed[] = [];
  const starts =
    /^(?:export[ \t]+(?:type[ \t]+)?(?=\{)|export[ \t]+(default)[ \t]+|(module)[ \t]*\.[ \t]*exports[ \t]*=[ \t]*)/gm;
  let left = mostLists;
  for (const match of code.matchAll(starts)) {
    if (found.length > mostNames || left-- === 0) break;
    const at = match.index;
    const from = at + match[0].length;
    if (code[from] === '{' && match[1] === undefined) {
      const { entries, end } = match[2] ? braced(code, from) : listed(code, from);
      const isPassedOn = !match[2] && /^\s*from\b/.test(code.slice(end, end + 200));
      for (const { name, local } of entries)
        found.push({ name, local: isPassedOn ? undefined : local, kind: isPassedOn ? 're-export' : 'value', at });
    } else {
      const [name] = /^[A-Za-z_$][\w$]*(?=\s*(?:;|$|\n))/.exec(code.slice(from, from + 100)) ?? [];
      if (name !== undefined && !/^(?:async|new|await|null|undefined|true|false)$/.test(name))
        found.push({ name, local: name, kind: 'value', at });
    }
  }
  return found;
}

const isFunction =
  /^\s*(?::[^=]{0,200}(?:=>[^=]{0,100})?)?=\s*(?:async\b\s*)?(?:function\b|[\w$]+\s*=>|(?:<[^()]{0,200}>\s*)?\([\s\S]{0,400}?=>)/;

/** A constant that holds a function is a function to those who call it. */
const withKind = (code: string, one: Definition): Definition => {
  if (one.kind !== 'const' && one.kind !== 'let' && one.kind !== 'var') return one;
  const name = code.indexOf(one.name, one.at + one.kind.length);
  const after = code.slice(name + one.name.length, name + one.name.length + 600);
  return { ...one, kind: isFunction.test(after.split(/\n(?=[\w}/@])/, 1)[0]) ? 'function' : 'const' };
};
