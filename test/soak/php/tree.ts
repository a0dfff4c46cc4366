import type { SyntaxNode } from '../tree-sitter.js';
import { includedIn } from './tree-includes.js';

/** What a syntax tree says of a PHP file. */
export interface TreeFacts {
  /** What `use` names, functions and constants with that word before them. */
  readonly imports: ReadonlySet<string>;
  /** Paths as our reader gives them, with the file of the project that is meant, where that can be told. */
  readonly includes: ReadonlyMap<string, string | undefined>;
  /** Full names of classes and the like, and of functions and constants with that word before them; in lower case. */
  readonly declares: ReadonlySet<string>;
  /** Full names of classes that are used without an import of their own. */
  readonly names: ReadonlySet<string>;
}

type Positioned = SyntaxNode & { range(): { readonly start: { readonly index: number } }; parent(): Positioned | null };

const all = (root: SyntaxNode, kind: string): Positioned[] => root.findAll({ rule: { kind } }) as Positioned[];

const classes = ['class_declaration', 'interface_declaration', 'trait_declaration', 'enum_declaration'];
const nameKinds = new Set(['name', 'qualified_name', 'relative_name']);
const ofTheLanguage =
  /^(?:self|static|parent|int|string|bool|float|array|callable|iterable|object|mixed|void|never|null|true|false)$/i;

interface Space {
  readonly name: string;
  readonly from: number;
  readonly aliases: Map<string, string>;
}

const plain = (text: string): string => text.replace(/\s+/g, '').replace(/^\\+/, '');

const inSpace = (space: Space, name: string): string => (space.name ? `${space.name}\\${name}` : name);

export const treeFacts = (root: SyntaxNode, path: string, known: Readonly<Record<string, string>>): TreeFacts => {
  const spaces: Space[] = [{ name: '', from: 0, aliases: new Map() }];
  for (const node of all(root, 'namespace_definition')) {
    spaces.push({ name: plain(node.field('name')?.text() ?? ''), from: node.range().start.index, aliases: new Map() });
  }
  const spaceOf = (node: Positioned): Space => {
    const at = node.range().start.index;
    return spaces.findLast(({ from }) => from <= at)!;
  };
  const imports = new Set<string>();
  for (const node of all(root, 'namespace_use_declaration')) readUse(node, imports, spaceOf(node).aliases);

  const declares = new Set<string>();
  const declare = (word: string, node: Positioned, name: string | undefined): void => {
    if (name) declares.add(`${word}${inSpace(spaceOf(node), name)}`.toLowerCase());
  };
  for (const kind of classes) for (const node of all(root, kind)) declare('', node, node.field('name')?.text());
  for (const node of all(root, 'function_definition')) declare('function ', node, node.field('name')?.text());
  for (const node of all(root, 'const_element')) {
    const holder = node.parent()?.parent()?.kind();
    if (holder === 'declaration_list' || holder === 'enum_declaration_list') continue;
    declare('const ', node, node.children()[0]?.text());
  }

  const names = new Set<string>();
  for (const node of usedNames(root)) {
    const name = fullName(node.text(), spaceOf(node));
    if (name && !declares.has(name.toLowerCase())) names.add(name);
  }
  return { imports, includes: includedIn(root, path, known), declares, names };
};

const readUse = (node: SyntaxNode, imports: Set<string>, aliases: Map<string, string>): void => {
  const wordOf = (parts: readonly SyntaxNode[]): string =>
    parts.find((part) => part.kind() === 'function' || part.kind() === 'const')?.kind() ?? '';
  const parts = node.children();
  const group = parts.find((part) => part.kind() === 'namespace_use_group');
  const prefix = group ? `${plain(parts.find((part) => part.kind() === 'namespace_name')?.text() ?? '')}\\` : '';
  for (const clause of (group ?? node).children().filter((part) => part.kind() === 'namespace_use_clause')) {
    const word = wordOf(clause.children()) || wordOf(parts);
    const [written, alias] = clause
      .children()
      .filter((part) => nameKinds.has(part.kind()) || part.kind() === 'namespace_name');
    const name = prefix + plain(written?.text() ?? '');
    imports.add(word ? `${word} ${name}` : name);
    if (!word) aliases.set((alias?.text() ?? name.split('\\').at(-1)!).toLowerCase(), name);
  }
};

/** Every place where the grammar has the name of a class. */
const usedNames = (root: SyntaxNode): Positioned[] => {
  const childrenOf = (kind: string, choose: (parts: Positioned[]) => Positioned[]): Positioned[] =>
    all(root, kind)
      .flatMap((node) => choose(node.children() as Positioned[]))
      .filter((part) => nameKinds.has(part.kind()));
  const every = (parts: Positioned[]): Positioned[] => parts;
  const first = (parts: Positioned[]): Positioned[] => parts.slice(0, 1);
  return [
    ...[
      'named_type',
      'object_creation_expression',
      'base_clause',
      'class_interface_clause',
      'use_declaration',
      'attribute',
    ].flatMap((kind) => childrenOf(kind, every)),
    ...['scoped_call_expression', 'class_constant_access_expression', 'scoped_property_access_expression'].flatMap(
      (kind) => childrenOf(kind, first),
    ),
    ...childrenOf('use_instead_of_clause', (parts) => parts.slice(1)),
    ...childrenOf('binary_expression', (parts) => (parts[1]?.kind() === 'instanceof' ? parts.slice(2) : [])),
  ];
};

const fullName = (text: string, space: Space): string | undefined => {
  if (text.startsWith('\\')) return plain(text);
  const written = plain(text);
  const [first = '', ...rest] = written.split('\\');
  if (rest.length === 0 && (ofTheLanguage.test(first) || space.aliases.has(first.toLowerCase()))) return undefined;
  if (rest.length > 0 && first.toLowerCase() === 'namespace') return inSpace(space, rest.join('\\'));
  const alias = rest.length > 0 ? space.aliases.get(first.toLowerCase()) : undefined;
  return alias === undefined ? inSpace(space, written) : [alias, ...rest].join('\\');
};
