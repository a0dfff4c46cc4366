import { folderOf, isWithin, joinPath, normalizePath, upwards } from '../../util/paths.js';
import type { ProjectView } from '../language.js';

/** The folders a file's compiler searches, as far as the project says so itself. */
export type IncludePaths = (folder: string) => readonly string[];

const databases = ['compile_commands.json', 'build/compile_commands.json'];

/**
 * Reads `compile_flags.txt` (which speaks for the files below it) and `compile_commands.json` (whose folders, those of
 * all commands together, are tried for every file: headers have no command of their own).
 */
export const includePathsOf = (project: ProjectView): IncludePaths => {
  const flags = new Map<string, readonly string[]>();
  for (const path of project.files) {
    if (path !== 'compile_flags.txt' && !path.endsWith('/compile_flags.txt')) continue;
    const words = (project.readText(path) ?? '').split(/\r?\n/).map((line) => line.trim());
    flags.set(
      folderOf(path),
      includeFlags(words, (folder) => normalizePath(joinPath(folderOf(path), folder))),
    );
  }
  const shared = new Set<string>();
  const listed = project.files.filter((path) => path.endsWith('/compile_commands.json'));
  for (const path of new Set([...databases, ...listed])) {
    for (const folder of fromCommands(project, project.readText(path))) shared.add(folder);
  }
  const commands = [...shared];
  if (flags.size === 0) return () => commands;
  return (folder) => {
    const nearest = upwards(folder).find((above) => flags.has(above));
    return nearest === undefined ? commands : [...flags.get(nearest)!, ...commands];
  };
};

const option = /^(?:-I|-iquote|-isystem|-idirafter|\/I)(.*)$/;

const includeFlags = (words: readonly string[], locate: (folder: string) => string | undefined): string[] => {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const given = option.exec(words[at])?.[1];
    const folder = given === '' ? words[++at] : given;
    const located = folder ? locate(folder) : undefined;
    if (located !== undefined) found.push(located);
  }
  return found;
};

/** The folders in a compilation database. Its paths are absolute, and the root of the project is found from them. */
const fromCommands = (project: ProjectView, text: string | undefined): Set<string> => {
  const folders = new Set<string>();
  const seen = new Set<string>();
  let root: string | undefined;
  for (const { directory, file, words } of commandsIn(text)) {
    const source = absolute(directory, file);
    root ??= rootOf(source, project);
    if (root === undefined) continue;
    const base = root;
    const options = words.filter((word, at) => option.test(word) || option.exec(words[at - 1] ?? '')?.[1] === '');
    // Thousands of commands share a handful of option lists.
    const key = `${directory}\0${options.join('\0')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const folder of includeFlags(options, (path) => within(base, absolute(directory, path)))) folders.add(folder);
  }
  return folders;
};

interface Command {
  readonly directory: string;
  readonly file: string;
  readonly words: readonly string[];
}

const commandsIn = (text: string | undefined): Command[] => {
  let entries: unknown;
  try {
    entries = JSON.parse(text ?? '[]');
  } catch {
    return []; // Half-written by a build: as good as none.
  }
  return (Array.isArray(entries) ? entries : []).flatMap((entry) => {
    const { directory, file, command, arguments: given } = (entry ?? {}) as Record<string, unknown>;
    if (typeof directory !== 'string' || typeof file !== 'string') return [];
    const words = Array.isArray(given) ? given.map(String) : typeof command === 'string' ? shellWords(command) : [];
    return [{ directory, file, words }];
  });
};

/** Splits at blanks that are not between quotes, and takes the quotes off. */
const shellWords = (command: string): string[] =>
  (command.match(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? []).map((word) => word.replace(/["']|\\(?=.)/g, ''));

const absolute = (directory: string, path: string): string =>
  `/${normalizePath(/^(?:\/|[A-Za-z]:)/.test(path) ? path : `${directory}/${path}`) ?? ''}`;

const within = (root: string, path: string): string | undefined =>
  isWithin(root, path) ? path.slice(root.length + 1) : undefined;

/** What stands before the longest ending of a path that is a file of the project. */
const rootOf = (source: string, project: ProjectView): string | undefined => {
  for (let at = 0; at >= 0; at = source.indexOf('/', at + 1)) {
    if (project.has(source.slice(at + 1))) return source.slice(0, at);
  }
  return undefined;
};
