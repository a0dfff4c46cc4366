import type { SyntaxNode } from '../tree-sitter.js';

/** A node that knows what is around it. */
interface RustNode extends SyntaxNode {
  parent(): RustNode | null;
  prev(): RustNode | null;
  findAll(rule: { readonly rule: { readonly kind: string } }): RustNode[];
}

export type Parse = (language: string, text: string) => SyntaxNode;

/** `types` and `values` may share names; a tuple struct is both. */
export type Space = 'types' | 'values' | 'macros';

interface Placed {
  readonly nest: readonly string[];
  /** Whether it stands in a function or the like, where no other file sees it. */
  readonly isLocal: boolean;
  readonly isPublic: boolean;
}

interface ItemFact extends Placed {
  readonly name: string;
  readonly spaces: readonly Space[];
  readonly isExported: boolean;
}
interface UseFact extends Placed {
  readonly path: readonly string[];
  readonly alias: string;
}
interface ModFact extends Placed {
  readonly name: string;
  readonly isInline: boolean;
  readonly paths: readonly string[];
  readonly isConditional: boolean;
}

/** What the syntax tree of a file says. */
export interface Facts {
  readonly items: readonly ItemFact[];
  readonly uses: readonly UseFact[];
  readonly mods: readonly ModFact[];
  readonly includes: readonly { readonly path: string; readonly isCode: boolean }[];
  /** Paths that stand in code, with the inline modules around them. */
  readonly names: readonly { readonly path: readonly string[]; readonly nest: readonly string[] }[];
}

const itemKinds: Readonly<Record<string, readonly Space[]>> = {
  struct_item: ['types', 'values'],
  enum_item: ['types'],
  union_item: ['types'],
  trait_item: ['types'],
  type_item: ['types'],
  function_item: ['values'],
  function_signature_item: ['values'],
  const_item: ['values'],
  static_item: ['values'],
  macro_definition: ['macros'],
};

const transparent = new Set([
  'declaration_list',
  'foreign_mod_item',
  'source_file',
  'ERROR',
  'block',
  'expression_statement',
]);
const quoting = /^(?:\w+::)*(?:quote\w*|parse_quote\w*|macro_rules)$/;
const tidy = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s+/g, '').replace(/\br#/g, '');

export const factsOf = (parse: Parse, text: string): Facts => {
  const facts = { items: [], uses: [], mods: [], includes: [], names: [] } as {
    [K in keyof Facts]: Facts[K][number][];
  };
  gather(parse, text, { facts: facts as never, nest: [], isLocal: false, isReparsed: false });
  return facts as Facts;
};

interface Gathering {
  readonly facts: {
    items: ItemFact[];
    uses: UseFact[];
    mods: ModFact[];
    includes: Facts['includes'][number][];
    names: Facts['names'][number][];
  };
  readonly nest: readonly string[];
  readonly isLocal: boolean;
  /** Whether the text is what stood between the braces of a macro. */
  readonly isReparsed: boolean;
}

const gather = (parse: Parse, text: string, around: Gathering): void => {
  const { facts } = around;
  const root = parse('rust', text) as RustNode;
  const all = (kind: string): RustNode[] => root.findAll({ rule: { kind } });
  const place = (node: RustNode): Placed => {
    const nest: string[] = [];
    let isLocal = around.isLocal;
    for (let at = node.parent(); at; at = at.parent()) {
      if (at.kind() === 'mod_item') nest.unshift(tidy(at.field('name')!.text()));
      else if (!transparent.has(at.kind())) isLocal = true;
      else if (at.kind() === 'block' && !around.isReparsed) isLocal = true;
    }
    const isPublic = node.children().some((child) => child.kind() === 'visibility_modifier');
    return { nest: [...around.nest, ...nest], isLocal, isPublic };
  };
  const attributes = (node: RustNode): string[] => {
    const found: string[] = [];
    for (let at = node.prev(); at && /attribute_item|comment/.test(at.kind()); at = at.prev()) found.unshift(at.text());
    return found;
  };
  for (const [kind, spaces] of Object.entries(itemKinds)) {
    for (const node of all(kind)) {
      const name = node.field('name')?.text();
      const isExported = kind === 'macro_definition' && attributes(node).some((one) => /\bmacro_export\b/.test(one));
      if (name) facts.items.push({ ...place(node), name: tidy(name), spaces, isExported });
    }
  }
  for (const node of all('use_declaration')) {
    const placed = place(node);
    for (const one of pathsOf(node.field('argument')!, [])) facts.uses.push({ ...placed, ...one });
  }
  for (const node of all('extern_crate_declaration')) {
    const name = tidy(node.field('name')!.text());
    const alias = tidy(node.field('alias')?.text() ?? name);
    facts.uses.push({ ...place(node), path: name === 'self' ? ['crate'] : ['', name], alias });
  }
  for (const node of all('mod_item')) {
    const said = attributes(node);
    const paths = said.flatMap((one) => [...one.matchAll(/\bpath\s*=\s*"([^"]*)"/g)].map((match) => match[1]!));
    facts.mods.push({
      ...place(node),
      name: tidy(node.field('name')!.text()),
      isInline: node.field('body') !== null,
      paths,
      isConditional: said.some((one) => one.includes('cfg_attr') && /\bpath\s*=/.test(one)),
    });
  }
  for (const node of all('macro_invocation')) {
    const name = tidy(node.field('macro')!.text());
    const tokens = node.children().find((child) => child.kind() === 'token_tree');
    const inner = tokens?.text().slice(1, -1) ?? '';
    if (/^include(?:_str|_bytes)?$/.test(name)) {
      const path = /^\s*"([^"\\]+)"\s*,?\s*$/.exec(inner)?.[1];
      if (path) facts.includes.push({ path, isCode: name === 'include' });
    } else if (
      !quoting.test(name) &&
      /\b(?:use|mod|extern)\b|\binclude\w*!/.test(inner) &&
      inner.length < text.length
    ) {
      // The parser leaves what macros are given as it is. Conditions of `cfg_if!` are taken off, so that items remain.
      const items = inner.replace(/\b(?:else\s+)?if\s+(?=#\[)/g, '').replace(/\belse\s*(?=\{)/g, '');
      const { nest, isLocal } = place(node);
      gather(parse, items, { facts, nest, isLocal, isReparsed: true });
    }
  }
  if (around.isReparsed) return;
  for (const kind of ['scoped_identifier', 'scoped_type_identifier']) {
    for (const node of all(kind)) {
      const whole = outermost(node);
      if (whole) facts.names.push({ path: tidy(node.text()).replace(/<.*/, '').split('::'), nest: place(node).nest });
    }
  }
};

/** Whether a path is no part of another, nor of something that is no use of it. */
const outermost = (node: RustNode): boolean => {
  if (node.parent()?.kind().startsWith('scoped_')) return false;
  for (let at = node.parent(); at; at = at.parent()) {
    if (/^(?:use_declaration|visibility_modifier|attribute_item|inner_attribute_item)$/.test(at.kind())) return false;
  }
  return !/[<>(]/.test(tidy(node.text()).replace(/::<.*/, ''));
};

const pathsOf = (node: SyntaxNode, before: readonly string[]): { path: readonly string[]; alias: string }[] => {
  const parts = (one: SyntaxNode | null): string[] => (one ? tidy(one.text()).split('::') : ['']);
  switch (node.kind()) {
    case 'use_list':
      return node
        .children()
        .filter((child) => !/^(?:[{},]|line_comment|block_comment)$/.test(child.kind()))
        .flatMap((child) => pathsOf(child, before));
    case 'scoped_use_list':
      return pathsOf(node.field('list')!, [...before, ...parts(node.field('path'))]);
    case 'use_as_clause':
      return pathsOf(node.field('path')!, before).map(({ path }) => ({
        path,
        alias: tidy(node.field('alias')!.text()),
      }));
    case 'use_wildcard':
      return [{ path: [...before, ...tidy(node.text()).split('::')], alias: '*' }];
    case 'self':
      if (before.length > 0) return [{ path: before, alias: before.at(-1)! }];
  }
  const path = [...before, ...parts(node)];
  return [{ path, alias: path.at(-1)! }];
};
