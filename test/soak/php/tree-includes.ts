import { posix } from 'node:path';
import type { SyntaxNode } from '../tree-sitter.js';

/** A part of a path: text, so many levels above the file's own folder, or something that only the program knows. */
type Part = { readonly text: string } | { readonly levels: number } | { readonly unknown: string };

const kinds = ['require_expression', 'require_once_expression', 'include_expression', 'include_once_expression'];

const includeNodes = (root: SyntaxNode): SyntaxNode[] =>
  kinds.flatMap((kind) => root.findAll({ rule: { kind } })).map((node) => node.children()[1]!);

/**
 * The paths that a file includes, in the manner of our reader (`x.php`, `./x.php`, or the end after `*`), with the file
 * that each means where that can be told: `known` has the values of what only the program knows.
 */
export const includedIn = (
  root: SyntaxNode,
  path: string,
  known: Readonly<Record<string, string>>,
): Map<string, string | undefined> => {
  const found = new Map<string, string | undefined>();
  for (const node of includeNodes(root)) {
    const parts = partsOf(node);
    const text = written(parts);
    if (text !== undefined) found.set(text, meant(parts, path, known));
  }
  return found;
};

const meant = (parts: readonly Part[], path: string, known: Readonly<Record<string, string>>): string | undefined => {
  const values = parts.map((part) => {
    if ('text' in part) return part.text;
    return 'levels' in part ? posix.join('/', posix.dirname(path), '../'.repeat(part.levels)) : known[part.unknown];
  });
  // Where a bare path is looked for is configured.
  if (values.some((value) => value === undefined) || !parts.some((part) => !('text' in part))) return undefined;
  return posix.normalize(`/${values.join('')}`).slice(1);
};

const written = (parts: readonly Part[]): string | undefined => {
  const at = parts.findLastIndex((part) => !('text' in part));
  const end = parts
    .slice(at + 1)
    .map((part) => ('text' in part ? part.text : ''))
    .join('');
  if (at < 0) return end || undefined;
  const base = parts[at]!;
  if (at === 0 && 'levels' in base) {
    if (!end.startsWith('/')) return undefined;
    const up = `${'/..'.repeat(base.levels)}${end}`;
    return up.startsWith('/../') ? up.slice(1) : `.${up}`;
  }
  return /^\/?(?:\.\.?\/)*\w/.test(end) ? `*/${end.replace(/^\//, '')}` : undefined;
};

const partsOf = (node: SyntaxNode): Part[] => {
  const own = levelsOf(node);
  if (own !== undefined && own >= 0) return [{ levels: own }];
  const parts = node.children();
  switch (node.kind()) {
    case 'parenthesized_expression':
      return partsOf(parts.find((part) => part.kind() !== '(' && part.kind() !== 'comment')!);
    case 'binary_expression':
      if (node.field('operator')?.text() !== '.') break;
      return [...partsOf(node.field('left')!), ...partsOf(node.field('right')!)];
    case 'string':
      return [
        {
          text: node
            .text()
            .slice(1, -1)
            .replace(/\\([\\'])/g, '$1'),
        },
      ];
    case 'encapsed_string':
      return encapsed(parts);
    case 'name':
    case 'qualified_name':
      if (/^\\?(?:DIRECTORY_SEPARATOR|DS)$/.test(node.text())) return [{ text: '/' }];
      break;
    case 'function_call_expression':
      if (node.field('function')?.text() === 'realpath') return partsOf(argumentsOf(node)[0]!);
      break;
  }
  return [{ unknown: node.text() }];
};

const encapsed = (parts: readonly SyntaxNode[]): Part[] =>
  parts
    .filter((part) => !['"', '{', '}'].includes(part.kind()))
    .map((part) =>
      part.kind() === 'string_content' || part.kind() === 'escape_sequence'
        ? { text: part.text() }
        : { unknown: part.text().replace(/^\{|\}$/g, '') },
    );

const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  (call.field('arguments')?.children() ?? [])
    .filter((part) => part.kind() === 'argument')
    .map((part) => part.children()[0]!);

/** How far `__DIR__`, `dirname(__FILE__)` and so on are above the file's folder; the file itself is at -1. */
const levelsOf = (node: SyntaxNode): number | undefined => {
  if (node.text().toUpperCase() === '__DIR__') return 0;
  if (node.text().toUpperCase() === '__FILE__') return -1;
  if (node.kind() !== 'function_call_expression' || !/^\\?dirname$/i.test(node.field('function')!.text()))
    return undefined;
  const [inner, levels] = argumentsOf(node);
  const below = inner && levelsOf(inner);
  return below === undefined ? undefined : below + (levels ? Number(levels.text()) : 1);
};
