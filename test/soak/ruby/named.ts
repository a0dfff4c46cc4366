import { join } from 'node:path';
import type { ProjectView } from '../../../src/languages/language.js';
import { ruby } from '../../../src/languages/ruby/ruby.js';
import type { RealRuby } from './real-ruby.js';

/** What Ruby's own parser finds in a file. */
interface Parsed {
  readonly path: string;
  readonly defined: readonly string[];
  readonly used: readonly (readonly [written: string, around: readonly string[]])[];
}

export const parsedByRuby = (root: string, files: readonly string[], ask: RealRuby): Parsed[] =>
  ask(
    'constants.rb',
    files.map((path) => join(root, path)),
  ).map((line) => {
    const { path, ...rest } = JSON.parse(line);
    return { ...rest, path: path.slice(root.length + 1) };
  });

/** Who defines what, by the trees of all files. */
class Definitions {
  readonly files = new Map<string, Set<string>>();
  readonly #known = new Set<string>();

  constructor(parsed: readonly Parsed[]) {
    for (const { path, defined } of parsed) {
      for (const name of defined) {
        this.files.set(name, (this.files.get(name) ?? new Set()).add(path));
        const parts = name.split('::');
        for (let end = 1; end <= parts.length; end++) this.#known.add(parts.slice(0, end).join('::'));
      }
    }
  }

  /** The full name of a constant, looked up as Ruby does in what is known of here. */
  fullName(written: string, around: readonly string[]): string {
    if (written.startsWith('::')) return written.slice(2);
    const [first] = written.split('::');
    const space = around.find((name) => this.#known.has(`${name}::${first}`));
    return space === undefined ? written : `${space}::${written}`;
  }
}

interface Where {
  readonly root: string;
  readonly files: readonly string[];
  /** Folders below which Zeitwerk takes files by their names. */
  readonly autoloaded: readonly string[];
  /** Whether a constant comes with Ruby or a library, so that the project can only add to it. */
  isForeign(name: string): boolean;
}

/**
 * The constants used in a project against the files that define them: by Zeitwerk's convention where that gives one, by
 * the trees where a single file defines it, tied to by the name or by a `require`. Of our own ties, all that lead to no
 * definer are wrong.
 */
export const namedLikeRuby = (project: ProjectView, { root, files, autoloaded, isForeign }: Where, ask: RealRuby) => {
  const parsed = parsedByRuby(root, files, ask);
  const definitions = new Definitions(parsed);
  const byConvention = conventions(files, autoloaded, ask);
  const core = new Set(ask('core.rb', []));
  const isCore = (name: string): boolean => core.has(name);
  const resolve = ruby.resolver(project);
  let [expected, reached, byName, ties, rightTies] = [0, 0, 0, 0, 0];
  const wrong: string[] = [];
  for (const { path, used } of parsed) {
    const meant = new Map<string, Set<string>>();
    for (const [written, around] of used) {
      const name = definitions.fullName(written, around);
      const answers = meant.get(written) ?? new Set();
      // A gem's example may define a `User` too: what Zeitwerk would load is the project's.
      const outside = isCore(name) || (isForeign(name) && !byConvention.has(name));
      meant.set(written, answers.add(outside ? '' : name));
    }
    const tied = new Map<string, string>();
    const required = new Set<string>();
    for (const specifier of project.specifiersOf(path)) {
      const found = resolve(path, specifier);
      if (typeof found === 'string') continue;
      if (specifier.kind === 'name') tied.set(specifier.text, found.join(' '));
      else for (const file of found) required.add(file);
    }
    for (const [written, names] of meant) {
      const [only] = names;
      const all = definitions.files.get(only);
      const one = names.size === 1 && all && !all.has(path) ? (fileByConvention(only, all) ?? single(all)) : undefined;
      if (one === undefined) continue;
      expected++;
      if (tied.get(written) === one) byName++;
      if (tied.get(written) === one || required.has(one)) reached++;
      else wrong.push(`${path}: ${written}: ${tied.get(written) ?? 'nothing'} instead of ${one}`);
    }
    for (const [written, file] of tied) {
      ties++;
      const names = meant.get(written);
      // An `autoload :X` is no use of the constant in the tree; it is judged by where X leads elsewhere.
      if (!names || [...names].some((name) => isDefiner(name, file))) rightTies++;
      else wrong.push(`${path}: ${written}: tied to ${file}, meant are ${[...names].join(', ') || 'others'}`);
    }
  }
  return { expected, reached, byName, ties, rightTies, wrong };

  function fileByConvention(name: string, all: ReadonlySet<string>): string | undefined {
    const file = byConvention.get(name);
    return file !== undefined && all.has(file) ? file : undefined;
  }
  /** Whether a file defines the name, or the nearest around it that anyone defines. */
  function isDefiner(name: string, file: string): boolean {
    for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('::')))) {
      const all = definitions.files.get(at);
      if (all) return all.has(file) && (fileByConvention(at, all) ?? file) === file;
    }
    return false;
  }
};

const single = (files: ReadonlySet<string>): string | undefined => (files.size === 1 ? [...files][0] : undefined);

const conventions = (files: readonly string[], roots: readonly string[], ask: RealRuby): Map<string, string> => {
  const pairs = roots.flatMap((root) =>
    files.filter((path) => path.startsWith(`${root}/`) && path.endsWith('.rb')).map((path) => [root, path] as const),
  );
  const names = ask(
    'conventions.rb',
    pairs.map((pair) => JSON.stringify(pair)),
  );
  return new Map(pairs.map(([, path], index) => [names[index], path]));
};
