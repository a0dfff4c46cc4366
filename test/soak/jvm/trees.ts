import type { SyntaxNode } from '../tree-sitter.js';

/** What the syntax tree of one file says. */
export interface Tree {
  readonly package: string;
  readonly imports: readonly { readonly text: string; readonly as: string }[];
  /** What others may name: types at the top, and of Kotlin functions and properties, unless they are private. */
  readonly declared: readonly string[];
}

const textOf = (node: SyntaxNode): string => node.text().replace(/`|\s|\/\*.*?\*\//gs, '');

const child = (node: SyntaxNode, ...kinds: string[]): SyntaxNode | undefined =>
  node.children().find((one) => kinds.includes(one.kind()));

const javaTypes = /^(class|interface|enum|record|annotation_type)_declaration$/;

export const javaTree = (root: SyntaxNode): Tree => {
  const all = root.children();
  const named = all.find((node) => node.kind() === 'package_declaration');
  const name = named && child(named, 'scoped_identifier', 'identifier');
  return {
    package: name ? textOf(name) : '',
    imports: root.findAll({ rule: { kind: 'import_declaration' } }).map((node) => {
      const path = textOf(child(node, 'scoped_identifier', 'identifier')!);
      const text = child(node, 'asterisk') ? `${path}.*` : path;
      return { text, as: text.slice(text.lastIndexOf('.') + 1) };
    }),
    declared: all.filter((node) => javaTypes.test(node.kind())).map((node) => textOf(node.field('name')!)),
  };
};

export const kotlinTree = (root: SyntaxNode, path: string): Tree => {
  const all = root.children();
  const named = all.find((node) => node.kind() === 'package_header');
  const name = named && child(named, 'identifier');
  const declared: string[] = [];
  let facade: string | undefined;
  for (const node of path.endsWith('.kts') ? [] : all) {
    const modifiers = child(node, 'modifiers');
    if (modifiers && /\bprivate\b/.test(modifiers.text())) continue;
    const kind = node.kind();
    const isCallable = kind === 'function_declaration' || kind === 'property_declaration';
    const holder = kind === 'property_declaration' ? child(node, 'variable_declaration') : node;
    if (!isCallable && !/^(class_declaration|object_declaration|type_alias)$/.test(kind)) continue;
    const own = holder && child(holder, isCallable ? 'simple_identifier' : 'type_identifier');
    if (own) declared.push(textOf(own));
    if (isCallable) facade ??= facadeOf(root, path);
  }
  return {
    package: name ? textOf(name) : '',
    imports: root.findAll({ rule: { kind: 'import_header' } }).flatMap((node) => {
      const identifier = child(node, 'identifier');
      if (!identifier) return [];
      const text = textOf(identifier) + (child(node, 'wildcard_import') ? '.*' : '');
      const alias = child(node, 'import_alias');
      return [{ text, as: alias ? textOf(alias).slice(2) : text.slice(text.lastIndexOf('.') + 1) }];
    }),
    declared: facade === undefined ? declared : [...declared, facade],
  };
};

const facadeOf = (root: SyntaxNode, path: string): string => {
  const annotations = root.findAll({ rule: { kind: 'file_annotation' } }).map((node) => node.text());
  const given = annotations.map((text) => /JvmName\("(.*?)"\)/.exec(text)?.[1]).find((name) => name !== undefined);
  const file = path.replace(/^.*\//, '').replace(/\.kt$/, '');
  return given ?? `${file[0]!.toUpperCase()}${file.slice(1).replaceAll(/\W/g, '_')}Kt`;
};

/** The names that a file uses as types or calls as functions, but for those that it declares itself. */
export const usedIn = (root: SyntaxNode, language: 'java' | 'kotlin'): Set<string> => {
  const used = new Set<string>();
  const own = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    const kind = node.kind();
    if (kind === 'import_list' || kind === 'import_declaration' || kind.startsWith('package_')) return;
    const children = node.children();
    children.forEach((one, at) => {
      if (!/identifier$/.test(one.kind()) || one.kind().startsWith('scoped')) {
        visit(one);
        return;
      }
      const meant = language === 'java' ? javaUse(kind, one, at) : kotlinUse(kind, children, at);
      if (meant === 'use') used.add(textOf(one));
      if (meant === 'own') own.add(textOf(one));
    });
  };
  visit(root);
  for (const name of own) used.delete(name);
  return used;
};

const javaUse = (parent: string, node: SyntaxNode, at: number): 'use' | 'own' | undefined => {
  if (parent === 'type_parameter' || javaTypes.test(parent)) return 'own';
  if (node.kind() === 'type_identifier') return parent === 'scoped_type_identifier' && at > 0 ? undefined : 'use';
  if (/annotation$/.test(parent)) return 'use';
  // Types begin with a capital, and constants are in capitals throughout.
  if (!/^[A-Z](?![A-Z\d]*_[A-Z\d_]*$)/.test(node.text())) return undefined;
  return at === 0 && /^(method_invocation|field_access|method_reference)$/.test(parent) ? 'use' : undefined;
};

const kotlinDeclaring =
  /^(class_declaration|object_declaration|type_alias|type_parameter|function_declaration|enum_entry)$/;
const kotlinNaming =
  /^(variable_declaration|parameter|class_parameter|navigation_suffix|identifier|label|import_alias)$/;

const kotlinUse = (parent: string, siblings: readonly SyntaxNode[], at: number): 'use' | 'own' | undefined => {
  const node = siblings[at]!;
  if (kotlinDeclaring.test(parent)) return 'own';
  if (kotlinNaming.test(parent)) return undefined;
  if (node.kind() === 'type_identifier') return siblings[at - 1]?.text() === '.' ? undefined : 'use';
  if (parent === 'value_argument' && siblings[at + 1]?.text() === '=') return undefined;
  if (parent === 'call_expression') return 'use';
  // Of `Type::Member` the first alone is used, of `::Type` the type.
  return /^[A-Z]/.test(node.text()) && !(at > 1 && siblings[at - 1]!.text() === '::') ? 'use' : undefined;
};
