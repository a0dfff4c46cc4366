import type { Subplan } from '../../domain/subplan.js';
import type { EntryPoint, Survey, UnreadReason } from '../../domain/survey.js';
import { count, some } from '../numbers.js';
import type { FolderCount } from './folders.js';
import type { Partner } from './imports.js';
import { linkTo, type Page } from './page.js';
import { code, ended, listed, prose } from './text.js';

/** `src/cluster` (26), `test/cluster` (1) and 3 more. */
export const folderWords = (folders: readonly FolderCount[], most: number): string => {
  const [first, ...others] = folders;
  if (first && others.length === 0) return first.folder === '' ? 'the top folder' : code(`${first.folder}/`);
  return listed(
    folders.map(({ folder, files }) => `${folder === '' ? 'the top folder' : code(`${folder}/`)} (${count(files)})`),
    most,
  );
};

export const entryWords = ({ kind, file, name, target }: EntryPoint): string => {
  const place = target === undefined ? code(file) : `${code(target)} in ${code(file)}`;
  switch (kind) {
    case 'command':
      return `command ${name === undefined ? '' : `${code(name)} `}(${place})`;
    case 'library':
      return `library (${place})`;
    case 'main':
      return `program ${place}`;
    case 'script':
      return `script ${place}`;
  }
};

/** Ties to other parts, strongest first, each with a link. Those in one section without its own count as one. */
export const tieWords = (partners: readonly Partner[], { parts, detail }: Page): string => {
  const sums = new Map<string, { link: string; imports: number }>();
  for (const { id, imports } of partners) {
    const part = parts.nearest(id);
    const before = sums.get(part.anchor)?.imports ?? 0;
    sums.set(part.anchor, { link: linkTo(part), imports: before + imports });
  }
  return listed(
    [...sums.values()].map(({ link, imports }) => `${link} (${count(imports)})`),
    detail.ties,
  );
};

export const todoLines = ({ todos }: Survey, most: number): string[] => {
  if (todos.total === 0) return [];
  const shown = todos.top.slice(0, most);
  const counts = `${some(todos.total, 'open TODO')}${shown.length < todos.total && shown.length > 0 ? ', of which' : ''}`;
  if (shown.length === 0) return [`- ${counts}.`];
  return [
    `- ${counts}:`,
    ...shown.map(
      ({ tag, file, line, text }) => `  - ${code(`${file}:${line}`)} ${tag} ${ended(prose(text) || 'without words')}`,
    ),
  ];
};

/** In which of its parts the open TODOs of a branch stand. */
export const todoPlaces = ({ atlas, parts, detail }: Page, subplan: Subplan): string => {
  if (subplan.kind === 'leaf') return '';
  const places = subplan.children
    .map((id) => ({ id, todos: atlas.surveyOf(id)?.todos.total ?? 0 }))
    .filter(({ todos }) => todos > 0)
    .sort((a, b) => b.todos - a.todos)
    .map(({ id, todos }) => `${linkTo(parts.nearest(id))} (${count(todos)})`);
  return places.length === 0 ? '' : `: ${listed(places, detail.ties)}`;
};

const unreadWords: Readonly<Record<UnreadReason, string>> = {
  missing: 'is gone',
  unreadable: 'cannot be read',
  binary: 'is not text',
  'too-large': 'is too large',
};

export const unreadLines = ({ unread }: Survey): string[] => {
  if (unread.total === 0) return [];
  const shown = unread.top.map(({ file, reason }) => `${code(file)} ${unreadWords[reason]}`);
  const rest = unread.total - shown.length;
  return [`- Not looked into: ${shown.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}.`];
};
