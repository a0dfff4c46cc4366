import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianPackage } from '../soak.js';

const here = dirname(fileURLToPath(import.meta.url));

/** Runs a script beside this file with lines as its input, and returns the lines that it answers. */
export type RealRuby = (script: string, lines: readonly string[], words?: readonly string[]) => string[];

/** Ruby itself, from its packages, without installing them. */
export const realRuby = (folder: string): RealRuby => {
  const library = debianPackage(folder, 'libruby3.1').folder;
  const program = join(debianPackage(folder, 'ruby3.1').folder, 'usr/bin/ruby3.1');
  const zeitwerk = debianPackage(folder, 'ruby-zeitwerk');
  const gem = `usr/share/rubygems-integration/all/gems/zeitwerk-${zeitwerk.version.replace(/-.*/, '')}/lib`;
  const shared = join(library, 'usr/lib/x86_64-linux-gnu');
  const paths = [join(library, 'usr/lib/ruby/3.1.0'), join(shared, 'ruby/3.1.0'), join(zeitwerk.folder, gem)];
  const env = { LD_LIBRARY_PATH: shared, RUBYLIB: paths.join(':'), LANG: 'C.UTF-8', PATH: process.env.PATH };
  return (script, lines, words = []) =>
    execFileSync(program, ['--disable-gems', join(here, script), ...words], {
      env,
      input: lines.map((line) => `${line}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1 << 29,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
      .split('\n')
      .slice(0, -1);
};
