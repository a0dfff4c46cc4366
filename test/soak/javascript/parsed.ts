import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmPackages } from '../soak.js';

/** `kind text` of everything a real parser finds in a file; undefined where it cannot read the file. */
export type Parse = (path: string, text: string) => Promise<ReadonlySet<string> | undefined>;

// biome-ignore lint/suspicious/noExplicitAny: syntax trees of a package that is not a dependency
type Tree = any;

const literal = (node: Tree): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TSLiteralType') return literal(node.literal);
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
};

const isRequire = (callee: Tree): boolean =>
  (callee.type === 'Identifier' && callee.name === 'require') ||
  (callee.type === 'MemberExpression' &&
    !callee.computed &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'require' &&
    callee.property.name === 'resolve');

const isMetaUrl = ({ type, object, property }: Tree): boolean =>
  type === 'MemberExpression' && object.type === 'MetaProperty' && property.name === 'url';

/** What one node of the tree mentions. */
const mentioned = (node: Tree): readonly [string, string | undefined] | undefined => {
  switch (node.type) {
    case 'ImportDeclaration':
      return [node.importKind === 'type' ? 'type' : 'import', literal(node.source)];
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source ? [node.exportKind === 'type' ? 'type' : 'import', literal(node.source)] : undefined;
    case 'ImportExpression':
      return ['dynamic', literal(node.source)];
    case 'TSImportType':
      return ['dynamic', literal(node.source ?? node.argument)];
    case 'TSExternalModuleReference':
      return ['require', literal(node.expression)];
    case 'CallExpression':
      return isRequire(node.callee) ? ['require', literal(node.arguments[0])] : undefined;
    case 'NewExpression': {
      const [first, second] = node.arguments;
      const isFile = node.callee.name === 'URL' && second && isMetaUrl(second);
      return isFile ? ['dynamic', literal(first)] : undefined;
    }
    default:
      return undefined;
  }
};

const walk = (tree: Tree, found: Set<string>): void => {
  const waiting: Tree[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) waiting.push(...node);
    else if (node !== null && typeof node === 'object') {
      const [kind, text] = (typeof node.type === 'string' && mentioned(node)) || [];
      if (text) found.add(`${kind} ${text}`);
      waiting.push(...Object.values(node));
    }
  }
};

interface Script {
  readonly text: string;
  readonly lang: string;
  readonly src?: string | undefined;
}

/** Reads with oxc-parser; components are first taken apart by the compilers of Vue and Svelte. */
export const parserIn = async (folder: string): Promise<Parse> => {
  const packages = ['oxc-parser@0.158.0', '@vue/compiler-sfc@3.5.45', 'svelte@5.57.3'];
  const load = createRequire(join(npmPackages(folder, 'javascript-parsers', packages), 'package.json'));
  const { parseSync } = load('oxc-parser');
  const vue = load('@vue/compiler-sfc');
  const { default: svelte }: Tree = await import(load.resolve('svelte/compiler'));
  // A file that cannot be read is counted and passed over, so an oracle that reads nothing must not pass for that.
  if (!svelte.parse('<script>import "x";</script>', { modern: true }).instance)
    throw new Error('svelte does not parse');

  const scripts = (path: string, text: string): Script[] | undefined => {
    if (path.endsWith('.vue')) {
      const { descriptor, errors } = vue.parse(text, { ignoreEmpty: false });
      if (errors.length > 0) return undefined;
      const blocks = [descriptor.script, descriptor.scriptSetup].filter(Boolean);
      return blocks.map(({ content, lang = 'js', src }: Tree) => ({ text: content, lang, src }));
    }
    if (path.endsWith('.svelte')) {
      const { module, instance } = svelte.parse(text, { modern: true });
      return [module, instance].filter(Boolean).map(({ content }: Tree) => {
        return { text: text.slice(content.start, content.end), lang: 'ts' };
      });
    }
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const lang = /\.d\.[mc]?ts$/.test(path) ? 'dts' : /^[mc]?js$/.test(ending) ? 'jsx' : ending.replace(/^[mc]/, '');
    return [{ text, lang }];
  };

  const readScript = ({ text, lang, src }: Script, found: Set<string>): boolean => {
    if (src) found.add(`import ${src}`);
    for (const sourceType of ['module', 'script', 'commonjs']) {
      const { program, errors, comments } = parseSync(`file.${lang === 'dts' ? 'd.ts' : lang}`, text, {
        lang,
        sourceType,
      });
      if (errors.length > 0) continue;
      walk(program, found);
      for (const { type, value, start } of comments) {
        if (start > (program.body[0]?.start ?? text.length) || type !== 'Line') continue;
        const path = /^\/\s*<reference\s+path\s*=\s*["']([^"']+)["']/.exec(value)?.[1];
        if (path) found.add(`type ${path}`);
      }
      return true;
    }
    return false;
  };

  return async (path, text) => {
    const found = new Set<string>();
    try {
      return scripts(path, text)?.every((script) => readScript(script, found)) ? found : undefined;
    } catch {
      return undefined;
    }
  };
};
