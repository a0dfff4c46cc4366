import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What takes too long for the tests. `npm run soak` runs all of it, `-- NAME` one, and `-- --list` says what there is. */
export interface Soak {
  readonly name: string;
  /** In one line. */
  readonly covers: string;
  /** `folder` is kept between runs, so that what was downloaded once need not be downloaded again. */
  run(folder: string): Promise<readonly Figure[]>;
}

export interface Figure {
  readonly what: string;
  /** Name and version of the code it was measured on. */
  readonly corpus: string;
  readonly value: string;
  /** What the figure should reach, and whether it does. Undefined: for information only. */
  readonly reach?: { readonly text: string; readonly held: boolean };
}

const run = (command: string, words: readonly string[], cwd: string): string =>
  execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });

/** Installs npm packages (`name@version`) into `folder/npm-NAME` and returns that folder. */
export const npmPackages = (folder: string, name: string, packages: readonly string[]): string => {
  const target = join(folder, `npm-${name}`);
  const stamp = join(target, '.installed');
  if (existsSync(stamp)) return target;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], target);
  writeFileSync(stamp, '');
  return target;
};

/** Unpacks a Debian package into `folder/deb-NAME` and returns that folder with the version it has. */
export const debianPackage = (folder: string, name: string): { readonly folder: string; readonly version: string } => {
  const target = join(folder, `deb-${name}`);
  const archive = () => readdirSync(target).find((file) => file.endsWith('.deb'));
  if (!existsSync(target) || !archive()) {
    mkdirSync(target, { recursive: true });
    run('apt-get', ['update', '-qq'], target);
    run('apt-get', ['download', '-qq', name], target);
    run('dpkg', ['-x', archive()!, '.'], target);
  }
  return { folder: target, version: archive()!.split('_')[1]!.replaceAll('%3a', ':') };
};

/**
 * Unpacks the upstream part of a Debian source package into `folder/src-NAME` and returns that folder with its version.
 * Apt is asked with a list of its own, made from the machine's, in which each repository is one of sources.
 */
export const debianSource = (folder: string, name: string): { readonly folder: string; readonly version: string } => {
  const target = join(folder, `src-${name}`);
  const stamp = join(target, '.version');
  if (existsSync(stamp)) return { folder: join(target, 'files'), version: readFileSync(stamp, 'utf8') };
  rmSync(target, { recursive: true, force: true });
  const apt = join(target, 'apt');
  for (const made of ['parts', 'state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(apt, made), { recursive: true });
  }
  const listed = readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8');
  writeFileSync(join(apt, 'parts/debian.sources'), listed.replace(/^Types:.*$/gm, 'Types: deb-src'));
  const options = ['sourcelist=/dev/null', `sourceparts=${join(apt, 'parts')}`].map((word) => `Dir::Etc::${word}`);
  const words = [...options, `Dir::State=${join(apt, 'state')}`, `Dir::Cache=${join(apt, 'cache')}`];
  const given = words.flatMap((word) => ['-o', word]);
  run('apt-get', ['update', '-qq', ...given], target);
  run('apt-get', ['source', '-qq', '--download-only', '--tar-only', ...given, name], target);
  rmSync(apt, { recursive: true });
  const archive = readdirSync(target).find((file) => /\.orig\.tar\.[a-z0-9]+$/.test(file))!;
  mkdirSync(join(target, 'files'));
  run('tar', ['xf', archive, '-C', 'files', '--strip-components=1'], target);
  const version = archive.replace(/^[^_]*_/, '').replace(/\.orig\.tar.*$/, '');
  writeFileSync(stamp, version);
  return { folder: join(target, 'files'), version };
};

export const percent = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;
