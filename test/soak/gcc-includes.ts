import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { c } from '../../src/languages/c/c.js';
import type { ProjectView } from '../../src/languages/language.js';
import { folderOf } from '../../src/util/paths.js';

/** Part of a project that is compiled with the same include paths. */
export interface Component {
  readonly files: readonly string[];
  /** Relative to the project's root, as its makefile has them. */
  readonly includePaths: readonly string[];
}

/**
 * What gcc makes of the includes of a project: for every includer and text, the files that it took (several where
 * compilations differ); an empty set where it found none, or one of the system's. `-H` prints the tree of files as they
 * are opened; `-MG` lets it go on without headers that a build would generate, and `-M` names those.
 */
export const gccIncludes = (project: ProjectView, root: string, components: readonly Component[]): Truth => {
  const truth: Truth = new Map();
  const textsOf = new Map<string, Set<string>>();
  const textsIn = (path: string): Set<string> => {
    const known = textsOf.get(path) ?? new Set(c.read(project.readText(path) ?? '', path).map(({ text }) => text));
    textsOf.set(path, known);
    return known;
  };
  const learn = (from: string, text: string, to: string | undefined): void => {
    const byText = truth.get(from) ?? new Map<string, Set<string>>();
    truth.set(from, byText);
    byText.set(text, (byText.get(text) ?? new Set()).add(to ?? ''));
  };
  for (const { files, includePaths } of components) {
    for (const file of files) {
      const words = ['-M', '-MG', '-H', '-w', ...includePaths.map((path) => `-I${path || '.'}`), file];
      const { stdout, stderr } = spawnSync('gcc', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
      const open = [file];
      const seen = new Set([file]);
      for (const line of stderr.split('\n')) {
        const [, dots, path] = /^(\.+) (.+)$/.exec(line) ?? [];
        if (!dots) continue;
        const from = open[dots.length - 1]!;
        const to = normalize(path!);
        open.length = dots.length;
        open.push(to);
        if (!project.has(from)) continue;
        seen.add(to);
        for (const text of textsIn(from)) {
          if (
            to === normalize(join(folderOf(from), text)) ||
            `/${to}`.endsWith(`/${text.replace(/^(\.\.?\/)+/, '')}`)
          ) {
            learn(from, text, project.has(to) ? to : undefined);
          }
        }
      }
      const absent = stdout
        .split(/[\s\\]+/)
        .filter((path) => path && !path.endsWith(':') && !existsSync(join(root, path)));
      for (const text of absent) for (const from of seen) if (textsIn(from).has(text)) learn(from, text, undefined);
    }
  }
  return truth;
};

type Truth = Map<string, Map<string, Set<string>>>;

/** Holds our resolver against it. */
export const resolvedLikeGcc = (project: ProjectView, truth: Truth) => {
  const resolve = c.resolver(project);
  let right = 0;
  let all = 0;
  let inside = 0;
  const wrong: string[] = [];
  for (const [from, texts] of truth) {
    for (const specifier of c.read(project.readText(from)!, from)) {
      const expected = texts.get(specifier.text);
      if (!expected) continue;
      all++;
      if (!expected.has('')) inside++;
      const given = resolve(from, specifier);
      if (expected.has(typeof given === 'string' ? '' : given[0]!)) right++;
      else wrong.push(`${from}: ${specifier.kind} ${specifier.text}: ${given} instead of ${[...expected]}`);
    }
  }
  return { right, all, wrong, inside };
};
