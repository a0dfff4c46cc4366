import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { c } from '../../src/languages/c/c.js';
import type { ProjectView } from '../../src/languages/language.js';
import { agreement, foundFigures, resolvedFigure } from './agreement.js';
import { type Component, gccIncludes, resolvedLikeGcc } from './gcc-includes.js';
import { projectFolder } from './project-folder.js';
import { debianPackage, type Figure, type Soak } from './soak.js';
import { type SyntaxNode, treeSitter } from './tree-sitter.js';

type Parse = (language: string, text: string) => SyntaxNode;

const endings = Object.keys(c.endings);
const isC = (path: string): boolean => endings.some((ending) => path.endsWith(ending));

const includesIn = (root: SyntaxNode): string[] =>
  [...root.findAll({ rule: { kind: 'preproc_include' } }), ...root.findAll({ rule: { kind: 'preproc_call' } })]
    .map((node) => {
      const path = node.field('path');
      if (path) return path.text();
      // The grammar knows no `#include_next`, and takes it for any other directive.
      const [, argument = ''] = /^#\s*(?:include_next|import)\s+("[^"]+"|<[^>]+>)/.exec(node.text()) ?? [];
      return argument;
    })
    .filter((text) => /^["<].+[">]$/.test(text))
    .map((text) => `${text[0] === '"' ? 'include' : 'system'} ${text.slice(1, -1)}`);

const found = (project: ProjectView, parse: Parse, language: 'c' | 'cpp') =>
  agreement(
    project.files.filter(isC).map((path) => {
      const text = project.readText(path)!;
      return {
        path,
        expected: new Set(includesIn(parse(language, text))),
        found: new Set(c.read(text, path).map((specifier) => `${specifier.kind} ${specifier.text}`)),
      };
    }),
  );

/** A Debian `-source` package holds the sources as an archive. */
const sourcePackage = (folder: string, name: string, archive: string) => {
  const { folder: unpacked, version } = debianPackage(folder, name);
  const root = join(unpacked, 'sources');
  if (!existsSync(join(root, '.unpacked'))) {
    mkdirSync(root, { recursive: true });
    execFileSync('tar', ['xf', join(unpacked, archive), '-C', root, '--strip-components=1']);
    writeFileSync(join(root, '.unpacked'), '');
  }
  return { root, corpus: `${name} ${version}` };
};

/** Include paths as in each folder's `Makefile.am` (AM_CPPFLAGS), with the build in the source folder. */
const binutils: Readonly<Record<string, readonly string[]>> = {
  bfd: ['bfd', 'include'],
  binutils: ['binutils', 'bfd', 'include'],
  gas: ['gas', 'bfd', 'gas/config', 'include', '', 'bfd'],
  ld: ['ld', 'bfd', 'include', 'zlib'],
  gprof: ['bfd', 'include', 'gprof'],
  opcodes: ['opcodes', 'bfd', 'include'],
  libctf: ['libctf', 'include', 'bfd'],
  libiberty: ['libiberty', 'include'],
  gold: ['gold', 'include', 'elfcpp'],
};

/** As in `Makefile.am`: one list for all of Open vSwitch. */
const openvswitch = ['include', 'lib', ''];

/** As in `meson.build`: `inc`, and the server's own `xorg_inc`. */
const xorg =
  'Xext Xi composite damageext exa fb glamor mi miext/damage miext/shadow miext/sync dbe dri3 include os present ' +
  'pseudoramiX randr render xfixes';
const xfree86 =
  'common ddc dri dri2 i2c int10 loader modes os-support os-support/bus parser ramdac vgahw dixmods x86emu xkb';

/** Every `step`th source, so that the measurement ends within minutes. */
const sources = (project: ProjectView, folder: string, step = 1): string[] =>
  project.files
    .filter((path) => path.startsWith(folder) && /\.(c|cc)$/.test(path) && !path.includes('/testsuite/'))
    .filter((_, at) => at % step === 0);

const soak: Soak = {
  name: 'c',
  covers: 'C and C++: includes found and resolved, against tree-sitter and gcc, on packages that are not ours',
  async run(folder) {
    const parse = treeSitter(folder, ['c', 'cpp']);
    const figures: Figure[] = [];
    const measure = (
      { root, corpus }: { root: string; corpus: string },
      language: 'c' | 'cpp',
      components: (project: ProjectView) => Component[],
    ): void => {
      const project = projectFolder(root);
      const label = language === 'c' ? 'C' : 'C++';
      figures.push(...foundFigures(label, corpus, found(project, parse, language)));
      const parts = components(project);
      if (parts.length === 0) return;
      const result = resolvedLikeGcc(project, gccIncludes(project, root, parts));
      figures.push(resolvedFigure(label, `${corpus}, against gcc -H; ${result.inside} lead inside`, result));
    };
    const archive = {
      openvswitch: 'usr/src/openvswitch/openvswitch.tar.gz',
      binutils: 'usr/src/binutils/binutils-2.40.tar.xz',
      xorg: 'usr/src/xorg-server.tar.xz',
    };
    measure(sourcePackage(folder, 'openvswitch-source', archive.openvswitch), 'c', (project) => [
      { files: sources(project, '', 2), includePaths: openvswitch },
    ]);
    measure(sourcePackage(folder, 'binutils-source', archive.binutils), 'c', (project) =>
      Object.entries(binutils).map(([name, includePaths]) => ({
        files: sources(project, `${name}/`, 4),
        includePaths,
      })),
    );
    measure(sourcePackage(folder, 'xorg-server-source', archive.xorg), 'c', (project) => [
      {
        files: sources(project, '', 2).filter((path) => !path.startsWith('hw/xfree86/')),
        includePaths: xorg.split(' '),
      },
      {
        files: sources(project, 'hw/xfree86/', 2),
        includePaths: [...xorg.split(' '), ...xfree86.split(' ').map((name) => `hw/xfree86/${name}`)],
      },
    ]);
    const boost = debianPackage(folder, 'libboost1.74-dev');
    const headers = { root: join(boost.folder, 'usr/include'), corpus: `libboost1.74-dev ${boost.version}` };
    measure(headers, 'cpp', (project) => [
      {
        files: project.files.filter((path) => /^boost\/[a-z_]+\.hpp$/.test(path)).filter((_, at) => at % 8 === 0),
        includePaths: [''],
      },
    ]);
    return figures;
  },
};
export default soak;
