import { execFileSync } from 'node:child_process';
import type { ProjectView, Resolver } from '../../../src/languages/language.js';
import { folderOf } from '../../../src/util/paths.js';
import { type Figure, percent } from '../soak.js';

/**
 * Ties between files of one package of the JDK, against what `jdeps` reads from its compiled classes. The two cannot
 * agree in full: the compiler leaves no trace of constants and of some annotations, and adds types that no source names.
 */
export const jdepsFigures = (
  project: ProjectView,
  resolve: Resolver,
  { corpus, module }: { readonly corpus: string; readonly module: string },
): Figure[] => {
  const version = jdepsVersion();
  const compiled = version?.startsWith('17.') ? compiledTies(project, module) : undefined;
  const what = 'Java: ties within packages that are in the compiled classes';
  if (!compiled) return [{ what, corpus, value: 'not measured: no jdeps of Java 17 at hand' }];
  let [ours, both, wrong] = [0, 0, ''];
  for (const from of compiled.keys()) {
    const targets = new Set<string>();
    for (const specifier of project.specifiersOf(from)) {
      const found = resolve(from, specifier);
      if (typeof found === 'string') continue;
      for (const to of found) if (to !== from && folderOf(to) === folderOf(from)) targets.add(to);
    }
    ours += targets.size;
    for (const to of targets) {
      if (compiled.get(from)!.has(to)) both++;
      else wrong += `not in classes: ${from} -> ${to}\n`;
    }
  }
  if (process.env.SOAK_DIFFERENCES) process.stderr.write(wrong);
  const all = [...compiled.values()].reduce((sum, { size }) => sum + size, 0);
  const against = `${corpus}, against jdeps ${version}`;
  return [
    { what, corpus: against, value: percent(both, ours), reach: { text: '≥ 90 %', held: both >= 0.9 * ours } },
    {
      what: 'Java: ties within packages of the compiled classes that are found',
      corpus: against,
      value: percent(both, all),
    },
  ];
};

const jdepsVersion = (): string | undefined => {
  try {
    return execFileSync('jdeps', ['-version'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined; // Not on every machine.
  }
};

const compiledTies = (project: ProjectView, module: string): Map<string, Set<string>> => {
  const output = execFileSync('jdeps', ['-v', '-m', module], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const fileOf = (name: string): string => `${name.replace(/\$.*/, '').replaceAll('.', '/')}.java`;
  const ties = new Map<string, Set<string>>();
  for (const [, from, to] of output.matchAll(/^ +(\S+) +-> (\S+) /gm)) {
    const [own, other] = [fileOf(from!), fileOf(to!)];
    if (own === other || folderOf(own) !== folderOf(other) || !project.has(own) || !project.has(other)) continue;
    const targets = ties.get(own) ?? new Set();
    ties.set(own, targets.add(other));
  }
  return ties;
};
