import type { SyntaxNode } from '../tree-sitter.js';

/** What the syntax tree of a C# file says, found without our reader. */
export interface Facts {
  /** In the form of our specifiers, with the namespace that each stands in. */
  readonly usings: ReadonlyMap<string, string>;
  readonly namespaces: ReadonlySet<string>;
  /** Full names of types that are no part of others: `A.B` and `Type`. */
  readonly types: readonly { readonly namespace: string; readonly name: string }[];
  /** Names of all its types, nested ones too, and of type parameters. */
  readonly own: ReadonlySet<string>;
  /** Names of members, parameters and variables. */
  readonly members: ReadonlySet<string>;
  /** Names, dotted where they are, that stand where only a type can. */
  readonly typeUses: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  /** `A.B.C` in expressions, where A may be a type, a namespace or a member. */
  readonly accesses: ReadonlySet<string>;
  /** Names by themselves in expressions: `nameof(A)`, `case A:`. */
  readonly others: ReadonlySet<string>;
  /** The namespaces in which it has extension methods. */
  readonly extensions: ReadonlySet<string>;
}

const typeDeclarations = new Set(
  'class struct interface enum record record_struct delegate'.split(' ').map((word) => `${word}_declaration`),
);
const declared = new Set(
  (
    'method_declaration property_declaration variable_declarator parameter enum_member_declaration event_declaration ' +
    'local_function_statement'
  ).split(' '),
);
const withTypes = new Set([
  'base_list',
  'type_argument_list',
  'type_parameter_constraint',
  'primary_constructor_base_type',
]);
const dotted = /^(?:global::)?[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

const plain = (text: string): string => text.replace(/\s+|@|\/\*.*?\*\//g, '');
const withoutArguments = (node: SyntaxNode): string => plain(node.text()).replace(/<.*$/s, '');

export const factsOf = (root: SyntaxNode): Facts => {
  const usings = new Map<string, string>();
  const facts = {
    usings,
    namespaces: new Set<string>(),
    types: [] as { namespace: string; name: string }[],
    own: new Set<string>(),
    members: new Set<string>(),
    typeUses: new Set<string>(),
    attributes: new Set<string>(),
    accesses: new Set<string>(),
    others: new Set<string>(),
    extensions: new Set<string>(),
  };
  const use = (node: SyntaxNode | null): void => {
    if (!node || !['identifier', 'generic_name', 'qualified_name', 'alias_qualified_name'].includes(node.kind()))
      return;
    const text = withoutArguments(node);
    if (dotted.test(text)) facts.typeUses.add(text);
  };

  const walk = (node: SyntaxNode, namespace: string, nested: boolean): void => {
    const kind = node.kind();
    const children = node.children();
    let inner = namespace;
    let within = nested;
    if (kind === 'using_directive') {
      usings.set(usingText(children), namespace);
      for (const child of children) if (child.kind() !== 'identifier') walkArguments(child, namespace);
      return;
    }
    if (kind === 'namespace_declaration' || kind === 'file_scoped_namespace_declaration') {
      const name = plain(node.field('name')!.text());
      inner = namespace === '' ? name : `${namespace}.${name}`;
      facts.namespaces.add(inner);
    } else if (typeDeclarations.has(kind)) {
      const name = plain(node.field('name')!.text());
      facts.own.add(name);
      if (!nested) facts.types.push({ namespace, name });
      if (kind === 'delegate_declaration') use(node.field('type'));
      else within = true;
    } else if (kind === 'type_parameter') facts.own.add(plain(node.field('name')?.text() ?? ''));
    else if (kind === 'attribute') {
      const name = withoutArguments(node.field('name')!);
      if (dotted.test(name)) facts.attributes.add(name);
    } else if (kind === 'member_access_expression') {
      const text = plain(node.text()).replace(/<.*$/s, '');
      if (dotted.test(text)) facts.accesses.add(text);
    } else if (kind === 'as_expression' || kind === 'is_expression') use(node.field('right'));
    else if (withTypes.has(kind)) for (const child of children) use(child);
    else if (kind === 'explicit_interface_specifier') use(children[0]);
    else use(node.field('type') ?? node.field('returns'));
    if (declared.has(kind)) {
      const name = node.field('name');
      if (name) facts.members.add(plain(name.text()));
    }
    if (kind === 'parameter' && children.some((child) => child.kind() === 'modifier' && child.text() === 'this')) {
      facts.extensions.add(namespace);
    }
    const isExpression = kind === 'argument' || kind.endsWith('_pattern');
    for (const child of children) {
      if (child.kind() === 'identifier' && isExpression) facts.others.add(plain(child.text()));
      walk(child, inner, within);
    }
  };
  const walkArguments = (node: SyntaxNode, namespace: string): void => {
    for (const list of node.findAll({ rule: { kind: 'type_argument_list' } })) walk(list, namespace, true);
  };

  // The members of `namespace A;` stand beside it, not below.
  let current = '';
  for (const child of root.children()) {
    walk(child, current, false);
    if (child.kind() === 'file_scoped_namespace_declaration') current = plain(child.field('name')!.text());
  }
  return facts;
};

/** `A.B`, `static A.B`, `X = A.B`. */
const usingText = (children: readonly SyntaxNode[]): string => {
  const words = children.map((child) => child.text()).filter((word) => !/^(?:global|using|unsafe|;)$/.test(word));
  const isStatic = words[0] === 'static';
  const equals = words.indexOf('=');
  const target = plain(words.at(-1)!).replace(/[<[*?].*$/s, '');
  if (equals > 0) return `${plain(words[0]!)} = ${target}`;
  return isStatic ? `static ${target}` : target;
};
