import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript-api';

/** What of the program says something to a user. The rest reads languages, clusters and speaks SQL. */
const speaking = [
  'cli',
  'domain',
  'engine',
  'experiment',
  'ledger/failures.js',
  'options',
  'plan',
  'report',
  'run',
  'scan/scan.js',
  'scan/check-root.js',
  'scan/list-by-git.js',
  'scan/tokens/exact.js',
  'schedule',
];

/** Two words in a row: names of options, codes, flags and keys are one. */
const prose = /[A-Za-z][.,:;]? [A-Za-z]/;
/** Not said to anybody: statements of SQL, and the mark by which files are known to be generated. */
const unsaid =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|COMMIT|ROLLBACK|DROP|ATTACH|VACUUM|WITH)\b|@generated/;

/** Other words of the same shape: rot13. Flags that the command line names in its own texts stay. */
const otherWords = (text: string): string =>
  text.replace(/--[a-z][a-z-]*|[A-Za-z]/g, (letter) => {
    if (letter.length > 1) return letter;
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Methods by which code looks for a text in another. What they look for is left as it is: so nothing is found any more. */
const looking = [
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'replace',
  'replaceAll',
  'split',
  'match',
  'has',
  'get',
];

const isLookedFor = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return true;
  if (ts.isBinaryExpression(parent)) return /^[!=]==?$/.test(parent.operatorToken.getText());
  if (ts.isNewExpression(parent)) return parent.expression.getText() === 'RegExp';
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  return parent.arguments[0] === node && looking.includes(parent.expression.name.text);
};

/** The name of a member or a module is no text. */
const isName = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
  ts.isElementAccessExpression(parent) ||
  // 'json yaml'.split(' ') is a list.
  ts.isPropertyAccessExpression(parent);

interface Reworded {
  readonly text: string;
  /** How many pieces of text were replaced. */
  readonly pieces: number;
}

/** A module with other words in every text that it says. */
export const reword = (code: string): Reworded => {
  const source = ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const replace = (node: ts.Node, skipped: readonly [number, number]): void => {
    const [from, to] = [node.getStart() + skipped[0], node.getEnd() - skipped[1]];
    const text = code.slice(from, to);
    // Escapes such as \n stay what they are.
    edits.push({
      from,
      to,
      text: text.replace(/\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|[^\\]+/gis, (one) =>
        one.startsWith('\\') ? one : otherWords(one),
      ),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const isTagged = ts.isTaggedTemplateExpression(node.parent);
      const raw = isTagged && (node.parent as ts.TaggedTemplateExpression).tag.getText() !== 'say';
      if (prose.test(node.text) && !unsaid.test(node.text) && !isLookedFor(node) && !isName(node) && !raw)
        replace(node, [1, 1]);
      return;
    }
    if (ts.isTemplateExpression(node)) {
      const { head, templateSpans } = node;
      const whole = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
      const isRaw = ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText() !== 'say';
      if (whole.some((piece) => prose.test(piece)) && !unsaid.test(head.text) && !isLookedFor(node) && !isRaw) {
        replace(head, [1, 2]);
        for (const { literal } of templateSpans) replace(literal, [1, ts.isTemplateTail(literal) ? 1 : 2]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let [text, at] = ['', 0];
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    text += code.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return { text: text + code.slice(at), pieces: edits.length };
};

/** Writes the program that is built in `from` to `to` with other words; returns how many pieces of text have them. */
export const rewordProgram = (from: string, to: string): number => {
  let pieces = 0;
  cpSync(join(from, 'package.json'), join(to, 'package.json'));
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
  const built = join(from, 'dist');
  for (const entry of readdirSync(built, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(built.length + 1);
    const code = readFileSync(place, 'utf8');
    const isSpeaking = speaking.some((one) => path.startsWith(one));
    const reworded = isSpeaking ? reword(code) : { text: code, pieces: 0 };
    pieces += reworded.pieces;
    mkdirSync(dirname(join(to, 'dist', path)), { recursive: true });
    writeFileSync(join(to, 'dist', path), reworded.text);
  }
  return pieces;
};
