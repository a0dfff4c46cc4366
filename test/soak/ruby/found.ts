import { posix } from 'node:path';
import { ruby } from '../../../src/languages/ruby/ruby.js';
import { type Agreement, agreement } from '../agreement.js';
import type { SyntaxNode } from '../tree-sitter.js';
import type { RealRuby } from './real-ruby.js';

interface Source {
  readonly path: string;
  readonly text: string;
}

const loading = new Set(['require', 'require_relative', 'load', 'require_dependency', 'autoload']);

/** Deep enough for paths that lead out of the project. */
const top = '/a/b/c/d/e/f';

/** What begins with a dot as the path that it means, so that `../a/b` in `a` is `./b`. */
const absolute = (path: string, written: string): string =>
  /^\.\.?\//.test(written) ? posix.resolve(posix.dirname(`${top}/${path}`), written) : written;

/** Nothing but strings, the file itself, and File's ways to join them: what it means can be asked of Ruby. */
const harmless =
  /^(?:\s|[(),+]|::|File\.(?:join|dirname|expand_path|absolute_path|realpath)\b|__FILE__|__dir__|'[^'\\]*'|"[^"\\#]*"|"#\{(?:__dir__|File\.dirname\(__FILE__\))\}[^"\\#]*")+$/;

/** What each call of a loading method is given, as the tree has it: a text, or an expression to be evaluated. */
const callsIn = (root: SyntaxNode): { method: string; argument: string }[] => {
  const calls: { method: string; argument: string }[] = [];
  for (const node of root.findAll({ rule: { kind: 'call' } })) {
    const method = node.field('method')?.text() ?? '';
    const receiver = node.field('receiver')?.text();
    if (!loading.has(method)) continue;
    if (receiver !== undefined && method !== 'autoload' && !/^(?:::)?Kernel$/.test(receiver)) continue;
    const given = node
      .field('arguments')
      ?.children()
      .filter((child) => !/^[(),]$|^comment$/.test(child.kind()));
    const argument = given?.[method === 'autoload' ? 1 : 0];
    if (method === 'autoload' && !/^[:'"]+[A-Z]/.test(given?.[0]?.text() ?? '')) continue;
    if (argument) calls.push({ method, argument: argument.text() });
  }
  return calls;
};

/** What we find to be required, against a real parser; paths that are built of the file's own are evaluated by Ruby. */
export const foundIn = (sources: readonly Source[], parse: (text: string) => SyntaxNode, ask: RealRuby): Agreement => {
  const asked: string[] = [];
  const add: ((answer: string) => void)[] = [];
  const files = sources.map(({ path, text }) => {
    const expected = new Set<string>();
    for (const { method, argument } of callsIn(parse(text))) {
      const literal = /^(?:'([^'\\]*)'|"([^"\\#]*)")$/.exec(argument);
      if (literal) {
        const written = literal[1] ?? literal[2];
        expected.add(method === 'require_relative' ? absolute(path, `./${written}`) : absolute(path, written));
      } else if (/__FILE__|__dir__/.test(argument) && harmless.test(argument)) {
        asked.push(JSON.stringify([`${top}/${path}`, null, argument]));
        add.push((answer) => expected.add(posix.normalize(answer)));
      }
    }
    const specifiers = ruby.read(text, path).filter(({ kind }) => kind === 'require');
    return { path, expected, found: new Set(specifiers.map((specifier) => absolute(path, specifier.text))) };
  });
  ask('features.rb', asked).forEach((line, index) => {
    const [answer] = JSON.parse(line);
    if (typeof answer === 'string') add[index](answer);
  });
  return agreement(
    files.map((file) => ({ ...file, expected: new Set([...file.expected].filter((one) => one !== '')) })),
  );
};
