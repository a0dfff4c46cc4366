import { type Definition, distinct, type FindNames, findPatterns, mostNames, type SourceText } from './definition.js';

const types = [
  {
    pattern:
      /^(?:typedef[ \t]+)?(?<kind>struct|union|enum|class)[ \t]+(?:class[ \t]+)?(?<name>[A-Za-z_]\w*)[^;(){}\n]{0,200}(?:\{|$)/gm,
  },
  { pattern: /^\}[ \t]*(?<name>[A-Za-z_]\w*)[ \t]*;/gm, kind: 'type' },
  { pattern: /^typedef\b[^;{}()\n]{1,200}[ \t*](?<name>[A-Za-z_]\w*)[ \t]*;/gm, kind: 'type' },
  { pattern: /^typedef\b[^;{}()\n]{1,200}\([ \t]*\*[ \t]*(?<name>[A-Za-z_]\w*)[ \t]*\)/gm, kind: 'type' },
  { pattern: /^using[ \t]+(?<name>[A-Za-z_]\w*)[ \t]*=/gm, kind: 'type' },
];
const macros = [{ pattern: /^#[ \t]*define[ \t]+(?<name>[A-Za-z_]\w*)(?=\(|[ \t]+\S)/gm, kind: 'macro' }];

/** What begins a line that declares no function, though a parenthesis follows. */
const noFunction =
  /^(?:typedef|return|else|if|for|while|switch|case|using|goto|do|struct\s*\{|enum|namespace|delete|new|throw)\b/;

/**
 * What a header of C or C++ declares at the start of a line: functions, types, macros. Of other files the functions
 * that are not static. Members of classes belong to their class.
 */
export const cNames: FindNames = (source) => {
  const isHeader = /\.(?:h|hh|hpp|hxx|cuh|inl|ipp|tcc)$/i.test(source.path);
  const functions = functionsIn(source, isHeader);
  if (!isHeader) return distinct(functions);
  const found = [...findPatterns(source.code, types), ...findPatterns(source.code, macros), ...functions];
  return distinct(found.sort((a, b) => a.at - b.at));
};

const functionsIn = ({ code }: SourceText, isHeader: boolean): Definition[] => {
  const found: Definition[] = [];
  let before = '';
  const lines = /^([A-Za-z_][^\n(]{0,300})\(|^.*$/gm;
  for (const match of code.matchAll(lines)) {
    if (found.length === mostNames) break;
    const [whole, head] = match;
    const above = before;
    before = whole;
    if (head === undefined || noFunction.test(head) || /[=;{}#,"]/.test(head)) continue;
    if (/^static\b/.test(head) && !(isHeader && /\binline\b/.test(head))) continue;
    const rest = code.slice(match.index + whole.length, match.index + whole.length + 1_500);
    const wrapped = isHeader ? /^[ \t]*\*?[ \t]*([A-Za-z_]\w*)[ \t]*\)[ \t]*\(/.exec(rest)?.[1] : undefined;
    const { type, name } = wrapped === undefined ? lastWord(head) : { type: head, name: wrapped };
    if (name === '' || type.endsWith('::') || type.endsWith('~')) continue;
    // The type may stand alone on the line above; a name and a parenthesis after anything else is a call of a macro.
    const isTyped = type.trim() !== '' || (/^[A-Za-z_][\w \t*]*$/.test(above) && !/^(?:static|else|do)\b/.test(above));
    if (!isTyped || reserved.test(name)) continue;
    const end = /[;{]/.exec(rest)?.[0];
    if (end === '{' || (isHeader && end === ';')) found.push({ name, kind: 'function', at: match.index });
  }
  return found;
};

/** The word before the parenthesis, and what stands before it. */
const lastWord = (head: string): { type: string; name: string } => {
  const trimmed = head.trimEnd();
  let at = trimmed.length;
  while (at > 0 && /\w/.test(trimmed[at - 1])) at--;
  return { type: trimmed.slice(0, at), name: trimmed.slice(at) };
};

/** No names of functions; with a parenthesis behind a type, something else is declared. */
const reserved =
  /^(?:int|void|char|short|long|float|double|unsigned|signed|bool|const|\w+_t|__attribute__|__declspec|__asm__|asm|alignas|decltype|noexcept|sizeof|operator|static_assert|main|if|for|while|switch)$/;
