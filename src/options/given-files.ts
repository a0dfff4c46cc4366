import type { Finding } from '../domain/failure.js';
import { type FileRole, fileRoles } from '../domain/inventory.js';
import { option } from '../domain/message.js';
import { compareText } from '../util/compare.js';
import { commonFolder, folderOf, isProjectPath } from '../util/paths.js';
import { show } from '../util/show.js';
import type { GivenFile } from './decompose-options.js';

/** A given file with its paths made relative to the root, with `/`. */
export interface NormalFile {
  readonly path: string;
  readonly bytes: number | undefined;
  readonly tokens: number | undefined;
  readonly role: FileRole | undefined;
  readonly package: string | undefined;
  readonly imports: readonly string[];
}

const maxProblems = 20;

/**
 * Makes given paths relative, whatever form they came in: absolute ones below the root, or below the deepest folder
 * they share where no root was given; `\` for `/`; with `./` and `..` inside. Sorted by path.
 */
export const normalFiles = (
  files: readonly GivenFile[],
  root: string | undefined,
  problems: Finding[],
): NormalFile[] => {
  const before = problems.length;
  // Not forEach, which passes over the holes of an array.
  for (let i = 0; i < files.length && problems.length < before + maxProblems; i++)
    problems.push(...fileProblems(files[i], i));
  if (problems.length > before) return [];
  const toPath = pathReader(files, root);
  const seen = new Set<string>();
  const normal = files.map(({ path: given, bytes, tokens, role, package: said, imports = [] }, i): NormalFile => {
    const path = toPath(given);
    if (!isProjectPath(path)) {
      problems.push({ subject: option('files', i, 'path'), expected: 'a path below the root', received: show(given) });
    } else if (seen.has(path)) {
      problems.push({
        subject: option('files', i, 'path'),
        expected: 'each file once',
        received: `${show(given)} again`,
      });
    }
    seen.add(path);
    return { path, bytes, tokens, role, package: said && toPath(said), imports: imports.map(toPath) };
  });
  return normal.sort((a, b) => compareText(a.path, b.path));
};

const isCount = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0);

const fileProblems = (file: unknown, i: number): Finding[] => {
  if (typeof file !== 'object' || file === null) {
    return [
      {
        subject: option('files', i),
        expected: '{ path, bytes?, tokens?, role?, package?, imports? }',
        received: show(file),
      },
    ];
  }
  const { path, bytes, tokens, role, package: said, imports } = file as Record<string, unknown>;
  const at = (name: string) => option('files', i, name);
  const problems: Finding[] = [];
  if (typeof path !== 'string' || path === '')
    problems.push({ subject: at('path'), expected: 'a path', received: show(path) });
  const expected = 'a whole number, 0 or more';
  if (!isCount(bytes)) problems.push({ subject: at('bytes'), expected, received: show(bytes) });
  if (!isCount(tokens)) problems.push({ subject: at('tokens'), expected, received: show(tokens) });
  if (role !== undefined && !fileRoles.includes(role as FileRole)) {
    problems.push({ subject: at('role'), expected: `one of ${fileRoles.join(', ')}`, received: show(role) });
  }
  if (said !== undefined && typeof said !== 'string') {
    problems.push({ subject: at('package'), expected: 'a folder', received: show(said) });
  }
  if (imports !== undefined && !(Array.isArray(imports) && imports.every((one) => typeof one === 'string'))) {
    problems.push({ subject: at('imports'), expected: 'an array of paths', received: show(imports) });
  }
  return problems;
};

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

/** What a tidy path does not have: `.` and `..` as parts, doubled slashes, a slash at its end. */
const untidy = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Returns the function that makes one path normal. Most paths are normal already, and cost one test. */
const pathReader = (files: readonly GivenFile[], root: string | undefined): ((path: string) => string) => {
  // A backslash is an ordinary character in a file name, unless the paths plainly come from Windows.
  const isWindows = files.some(({ path }) => path.includes('\\')) && !files.some(({ path }) => path.includes('/'));
  const slashed = (path: string) => (isWindows ? path.replaceAll('\\', '/') : path);
  const base = baseFolder(
    files.map(({ path }) => cleaned(slashed(path))),
    root === undefined ? undefined : cleaned(slashed(root)),
  );
  return (given) => {
    const path = slashed(given);
    const clean = untidy.test(path) ? cleaned(path) : path;
    return base !== '' && clean.startsWith(base) ? clean.slice(base.length) : clean;
  };
};

/** What absolute paths begin with that does not belong to the project. */
const baseFolder = (paths: readonly string[], root: string | undefined): string => {
  const absolute = paths.filter(isAbsolute);
  if (absolute.length === 0) return '';
  const folder =
    root !== undefined && isAbsolute(root)
      ? root
      : absolute.slice(1).reduce((common, path) => commonFolder(common, folderOf(path)), folderOf(absolute[0]));
  return `${folder.replace(/\/$/, '')}/`;
};

/** Takes `.`, `..` and doubled slashes out of a path. */
const cleaned = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + parts.join('/');
};
