import { join } from 'node:path';
import type { ProjectView } from '../../../src/languages/language.js';
import { ruby } from '../../../src/languages/ruby/ruby.js';
import type { RealRuby } from './real-ruby.js';

interface Where {
  readonly root: string;
  readonly files: readonly string[];
  /** Folders that whoever runs this code puts on the load path. */
  readonly loadPath: readonly string[];
}

/**
 * Everything required, against the file that Ruby would load. What leads out of the project is right where no file is
 * given for it.
 */
export const resolvedLikeRuby = (project: ProjectView, { root, files, loadPath }: Where, ask: RealRuby) => {
  const resolve = ruby.resolver(project);
  const asked = files.flatMap((path) =>
    project
      .specifiersOf(path)
      .filter(({ kind }) => kind === 'require')
      .map((specifier) => ({ path, specifier })),
  );
  const answers = ask(
    'features.rb',
    asked.map(({ path, specifier }) => JSON.stringify([join(root, path), specifier.text])),
    loadPath.map((path) => join(root, path)),
  );
  let [right, inside, rightInside] = [0, 0, 0];
  const wrong: string[] = [];
  asked.forEach(({ path, specifier }, index) => {
    const [answer] = JSON.parse(answers[index]) as [string | null];
    const expected = answer?.startsWith(`${root}/`) ? answer.slice(root.length + 1) : '';
    // A file that requires what it is itself has it already.
    if (expected === path) return;
    const given = resolve(path, specifier);
    const file = typeof given === 'string' ? '' : given.join(' ');
    if (expected !== '') inside++;
    if (file === expected) right++;
    if (file === expected && expected !== '') rightInside++;
    if (file !== expected) wrong.push(`${path}: ${specifier.text}: ${given} instead of ${expected || 'nothing'}`);
  });
  return { right, all: right + wrong.length, inside, rightInside, wrong };
};
