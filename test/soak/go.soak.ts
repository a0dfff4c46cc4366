import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { go } from '../../src/languages/go/go.js';
import type { ProjectView } from '../../src/languages/language.js';
import { agreement, foundFigures, resolvedFigure } from './agreement.js';
import { projectFolder } from './project-folder.js';
import { debianPackage, type Figure, type Soak } from './soak.js';
import { type SyntaxNode, treeSitter } from './tree-sitter.js';

type Parse = (language: string, text: string) => SyntaxNode;

const isGo = (path: string): boolean => path.endsWith('.go');

const importsIn = (root: SyntaxNode): string[] =>
  root
    .findAll({ rule: { kind: 'import_spec' } })
    .map((spec) => spec.field('path')!.text().slice(1, -1))
    .filter((path) => path !== 'C');

const found = (project: ProjectView, parse: Parse) =>
  agreement(
    project.files.filter(isGo).map((path) => {
      const text = project.readText(path)!;
      return {
        path,
        expected: new Set(importsIn(parse('go', text))),
        found: new Set(go.read(text, path).map((specifier) => specifier.text)),
      };
    }),
  );

/** One package as `go list -json` tells it. */
interface Listed {
  readonly Dir: string;
  readonly Name: string;
  readonly ImportPath: string;
  readonly Standard?: boolean;
  readonly ImportMap?: Readonly<Record<string, string>>;
  readonly GoFiles?: readonly string[];
  readonly CgoFiles?: readonly string[];
  readonly IgnoredGoFiles?: readonly string[];
  readonly TestGoFiles?: readonly string[];
  readonly XTestGoFiles?: readonly string[];
}

/** The go command with its standard library: two packages unpacked over each other. */
const goRoot = (folder: string): string => {
  const target = join(folder, 'goroot-1.19');
  const root = join(target, 'usr/lib/go-1.19');
  if (existsSync(join(root, 'src/go.mod'))) return root;
  mkdirSync(target, { recursive: true });
  for (const name of ['golang-1.19-go', 'golang-1.19-src']) {
    execFileSync('sh', ['-c', 'dpkg -x "$0"/*.deb "$1"', debianPackage(folder, name).folder, target]);
  }
  return root;
};

const goList = (goroot: string, { cwd, words, mod }: { cwd: string; words: string[]; mod: string }): Listed[] => {
  const output = execFileSync(join(goroot, 'bin/go'), ['list', '-e', '-json', ...words], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GOROOT: goroot, GOFLAGS: mod, GOPROXY: 'off', GOSUMDB: 'off', GO111MODULE: 'on' },
  });
  return JSON.parse(`[${output.replaceAll('\n}\n{', '\n},\n{')}]`);
};

/**
 * Every import of every file that the go command knows, against the files of the package it says is meant: those with
 * its name in their package clause, whatever their build constraints, tests aside. An import that leads out of the
 * project is right where no file is given for it.
 */
const resolved = (project: ProjectView, root: string, { listed, parse }: { listed: Listed[]; parse: Parse }) => {
  const resolve = go.resolver(project);
  const pathOf = ({ Dir }: Listed, file: string): string => join(Dir, file).slice(root.length + 1);
  const nameIn = (path: string): string | undefined =>
    parse('go', project.readText(path)!)
      .findAll({ rule: { kind: 'package_identifier' } })[0]
      ?.text();
  const filesOf = new Map<string, string>();
  for (const one of listed) {
    const { GoFiles = [], CgoFiles = [], IgnoredGoFiles = [], Name, ImportPath } = one;
    const ignored = IgnoredGoFiles.filter((file) => !file.endsWith('_test.go') && !/^[_.]/.test(file));
    const files = [...GoFiles, ...CgoFiles, ...ignored.filter((file) => nameIn(pathOf(one, file)) === Name)];
    filesOf.set(
      ImportPath,
      files
        .map((file) => pathOf(one, file))
        .sort()
        .join(' '),
    );
  }
  let right = 0;
  let all = 0;
  let inside = 0;
  const wrong: string[] = [];
  for (const one of listed) {
    const { GoFiles = [], CgoFiles = [], TestGoFiles = [], XTestGoFiles = [], ImportMap = {} } = one;
    for (const file of [...GoFiles, ...CgoFiles, ...TestGoFiles, ...XTestGoFiles]) {
      const path = pathOf(one, file);
      for (const specifier of go.read(project.readText(path)!, path)) {
        const expected = filesOf.get(ImportMap[specifier.text] ?? specifier.text) ?? '';
        const given = resolve(path, specifier);
        const files = typeof given === 'string' ? '' : [...given].sort().join(' ');
        all++;
        if (expected !== '') inside++;
        if (files === expected) right++;
        else wrong.push(`${path}: ${specifier.text}: ${given} instead of ${expected || 'nothing'}`);
      }
    }
  }
  return { right, all, wrong, inside };
};

const soak: Soak = {
  name: 'go',
  covers: 'Go: imports found and resolved, against tree-sitter and the folders of packages that are not ours',
  async run(folder) {
    const parse = treeSitter(folder, ['go']);
    const goroot = goRoot(folder);
    const figures: Figure[] = [];
    const measure = (corpus: string, root: string, list: () => Listed[]): void => {
      const project = projectFolder(root, go);
      figures.push(...foundFigures('Go', corpus, found(project, parse)));
      const result = resolved(project, root, { listed: list(), parse });
      figures.push(resolvedFigure('Go', `${corpus}, against go list; ${result.inside} lead inside`, result));
    };

    const std = debianPackage(folder, 'golang-1.19-src');
    const sources = join(goroot, '../../share/go-1.19/src');
    measure(`golang-1.19-src ${std.version}`, sources, () =>
      goList(goroot, { cwd: sources, words: ['std', 'cmd'], mod: '' }).map((one) => ({
        ...one,
        Dir: one.Dir.replace(join(goroot, 'src'), sources),
      })),
    );
    for (const [name, path] of [
      ['golang-github-containerd-containerd-dev', 'github.com/containerd/containerd'],
      ['golang-golang-x-tools-dev', 'golang.org/x/tools'],
    ] as const) {
      const { folder: unpacked, version } = debianPackage(folder, name);
      const root = join(unpacked, 'usr/share/gocode/src', path);
      measure(`${name} ${version}`, root, () => goList(goroot, { cwd: root, words: ['./...'], mod: '-mod=mod' }));
    }
    return figures;
  },
};
export default soak;
