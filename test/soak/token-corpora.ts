import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { debianPackage, npmPackages } from './soak.js';

/** A file of a corpus with what `tokens.ts` is given for it. */
export interface Sample {
  readonly corpus: string;
  readonly language: string;
  readonly text: string;
  readonly bytes: number;
}

interface Corpora {
  readonly npm: readonly string[];
  /** With the archive inside that holds the sources, if it has one. */
  readonly debian: readonly (string | readonly [name: string, archive: string])[];
}

// No project stands on both sides: the weights are fitted to one and judged by the other.
export const training: Corpora = {
  // biome-ignore format: a list of names reads best as lines
  npm: [
    'rxjs@7.8.2', 'effect@3.12.0', 'three@0.171.0', '@reduxjs/toolkit@2.5.0', 'lodash@4.17.21', 'bootstrap@5.3.3',
    'svelte@5.16.0', '@tanstack/react-query@5.62.0', '@mdn/browser-compat-data@5.6.0', 'react-native@0.76.5',
    'typescript@5.7.2', 'ajv@8.17.1', 'dayjs@1.11.13', 'i18n-iso-countries@7.13.0', 'highlight.js@11.11.0',
    'foundation-sites@6.9.0', 'jquery@3.7.1', 'webpack@5.97.1', 'socket.io@4.8.1', '@types/node@22.10.2',
    'vue@3.5.13', 'drizzle-orm@0.38.2', 'emojibase-data@16.0.3', 'cldr-core@46.0.0', 'fastify@5.2.0',
    '@sveltejs/kit@2.12.0', 'element-plus@2.9.1', 'undici@7.2.0', 'cypress-axe@1.5.0', 'commander@12.1.0',
  ],
  debian: [
    'libpython3.11-stdlib',
    'golang-1.19-src',
    'rust-src',
    ['glibc-source', 'usr/src/glibc/glibc-2.36.tar.xz'],
    'libboost1.74-dev',
    ['openjdk-17-source', 'usr/lib/jvm/openjdk-17/lib/src.zip'],
    'libruby3.1',
    'wordpress',
    'bash-completion',
    'python3.11-doc',
    'ansible',
    'python3-sympy',
    'python3-sphinx',
    'golang-google-grpc-dev',
    'golang-github-spf13-cobra-dev',
    'librust-tokio-dev',
    'librust-clap-dev',
    'ruby-sinatra',
    'ruby-rack',
    'php-symfony-console',
    'live-build',
    'debootstrap',
    'dkms',
    'autoconf-archive',
    'qtbase5-dev',
    'ruby-rails-i18n',
  ],
};

export const heldOut: Corpora = {
  // biome-ignore format: a list of names reads best as lines
  npm: [
    '@trpc/server@11.0.0', 'zod@4.0.5', 'mobx@6.13.5', 'date-fns@4.1.0', 'preact@10.25.0', 'express@4.21.2',
    'eslint@9.17.0', 'bulma@1.0.2', 'caniuse-db@1.0.30001690', 're2@1.21.4', 'react-native-reanimated@3.16.5',
    'react-native-screens@4.4.0',
  ],
  debian: [
    'python3-django',
    'golang-golang-x-tools-dev',
    'librust-syn-dev',
    ['binutils-source', 'usr/src/binutils/binutils-2.40.tar.xz'],
    'libeigen3-dev',
    'ruby-activesupport',
    'phpmyadmin',
    'initramfs-tools-core',
    'python-django-doc',
    'ruby-faker',
    'rubocop',
  ],
};

// biome-ignore format: a table of pairs reads best as lines
const languages: Readonly<Record<string, string>> = {
  ts: 'typescript', tsx: 'typescript', mts: 'typescript', cts: 'typescript', js: 'javascript', jsx: 'javascript',
  mjs: 'javascript', cjs: 'javascript', vue: 'vue', svelte: 'svelte', py: 'python', pyi: 'python', go: 'go', c: 'c',
  h: 'c', cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hh: 'cpp', hpp: 'cpp', hxx: 'cpp', md: 'markdown', mdx: 'markdown',
  json: 'json', yaml: 'yaml', yml: 'yaml', css: 'css', scss: 'css', less: 'css', html: 'html', htm: 'html', rs: 'rust',
  java: 'java', kt: 'kotlin', cs: 'csharp', rb: 'ruby', php: 'php', sh: 'shell', bash: 'shell', sql: 'sql',
  txt: 'other', rst: 'other', s: 'other', m: 'other', mm: 'other', pl: 'other', gradle: 'other', po: 'other',
  toml: 'other', ini: 'other', cmake: 'other', l: 'other', y: 'other', exp: 'other', xml: 'other', am: 'other',
};

const perLanguage = 150;
const largest = 262_144;

const shellFolders = /bash-completion\/completions|initramfs-tools\/|completions\//;
const leftOut = /\.min\.|-min\.|package-lock|\.d\.[cm]?ts\.map$/;

/** Paths under `folder` in an order that is the same everywhere, yet mixes its parts. */
const shuffled = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !leftOut.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, rank: createHash('md5').update(path.slice(folder.length)).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ path }) => path);

const languageOf = (path: string): string | undefined => {
  const ending = extname(path).slice(1).toLowerCase();
  return languages[ending] ?? (ending === '' && shellFolders.test(path) ? 'shell' : undefined);
};

/** At most `perLanguage` files of each language, so that no corpus outweighs the others. */
const samplesOf = (corpus: string, folder: string): Sample[] => {
  const taken = new Map<string, number>();
  const samples: Sample[] = [];
  for (const path of shuffled(folder)) {
    const language = languageOf(path);
    if (!language || (taken.get(language) ?? 0) >= perLanguage) continue;
    const bytes = statSync(path).size;
    if (bytes === 0 || bytes > largest) continue;
    const text = readFileSync(path, 'utf8');
    // Minified and generated one-liners and binary files stand in no leaf, so they have no say here.
    if (text.includes('\0') || text.length / text.split('\n').length > 300) continue;
    taken.set(language, (taken.get(language) ?? 0) + 1);
    samples.push({ corpus, language, text, bytes });
  }
  return samples;
};

const unpack = (folder: string, archive: string): string => {
  const target = join(folder, 'unpacked');
  if (existsSync(join(target, '.unpacked'))) return target;
  mkdirSync(target, { recursive: true });
  // Python is everywhere Debian packages are, unzip is not.
  if (archive.endsWith('.zip')) execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, archive), target]);
  else execFileSync('tar', ['-xf', join(folder, archive), '-C', target]);
  writeFileSync(join(target, '.unpacked'), '');
  return target;
};

export const readCorpora = (folder: string, name: string, { npm, debian }: Corpora): Sample[] => {
  // The packages are read, never run: nothing need be compiled, nor their peers be there.
  Object.assign(process.env, { npm_config_ignore_scripts: 'true', npm_config_legacy_peer_deps: 'true' });
  const modules = join(npmPackages(folder, name, npm), 'node_modules');
  const fromNpm = npm.flatMap((spec) => samplesOf(spec, join(modules, spec.slice(0, spec.lastIndexOf('@')))));
  const fromDebian = debian.flatMap((entry) => {
    const [deb, archive] = typeof entry === 'string' ? [entry] : entry;
    const { folder: unpacked, version } = debianPackage(folder, deb);
    return samplesOf(`${deb} ${version}`, archive ? unpack(unpacked, archive) : unpacked);
  });
  return [...fromNpm, ...fromDebian];
};
