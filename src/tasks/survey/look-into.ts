import { languageOfPath } from '../../domain/language-names.js';
import type { AboutSource, EntryPoint } from '../../domain/survey.js';
import { nameOf } from '../../util/paths.js';
import { sentences } from '../../util/sentences.js';
import { noteOf } from './about/doc-text.js';
import { type Header, headerOf } from './about/header.js';
import { manifestOf } from './about/manifest.js';
import { documentNote, openingOf } from './about/markup-text.js';
import { isPackageFile, isReadme } from './about/places.js';
import { joined } from './comments.js';
import { type Documented, documented } from './documented.js';
import { entryOf } from './entry-points.js';
import { type Masked, mask } from './mask.js';
import { findNamesOf } from './names/names.js';
import { lexisOf } from './syntax.js';
import { type FoundTodo, todosIn } from './todos.js';

/** What one file says. */
export interface Findings {
  readonly language: string;
  readonly lines: number;
  readonly code: string;
  /** What the file says of itself. */
  readonly note: string | undefined;
  /** What it says of the folder it stands in. */
  readonly about: { readonly text: string; readonly source: AboutSource } | undefined;
  readonly names: readonly Documented[];
  readonly entryPoints: readonly EntryPoint[];
  readonly todos: readonly FoundTodo[];
}

const documents = new Set(['markdown', 'restructuredtext', 'asciidoc', 'text']);

/** Looks into the text of a file. Never throws, and takes time in proportion to the text. */
export const lookInto = (path: string, text: string): Findings => {
  const language = languageOfPath(path);
  const lexis = lexisOf(language);
  const masked: Masked = lexis ? mask(text, lexis) : { code: text, comments: [] };
  const source = { ...masked, text, path, language, groups: joined(text, masked) };
  const definitions = findNamesOf(language)?.(source) ?? [];
  const names = documented(source, definitions);
  const header = documents.has(language) ? undefined : headerOf(source);
  const manifest = manifestOf(path, text);
  const entry = entryOf(source);
  return {
    language,
    lines: linesIn(text),
    code: documents.has(language) ? '' : masked.code,
    note: noteFrom({ path, text, language, header, names, description: manifest?.description }),
    about: aboutFrom({ path, text, header, description: manifest?.description }),
    names,
    entryPoints: [...(manifest?.entryPoints ?? []), ...(entry ? [entry] : [])],
    todos: todosIn(text, masked),
  };
};

/** Lines that are not blank. By hand: for an expression, `\u2028` begins a line too, and blanks are read over and over. */
const linesIn = (text: string): number => {
  let lines = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    let at = start;
    while (at < stop && text.charCodeAt(at) <= 32) at++;
    if (at < stop) lines++;
    start = stop + 1;
  }
  return lines;
};

interface Said {
  readonly path: string;
  readonly text: string;
  readonly header: Header | undefined;
  readonly description: string | undefined;
}

const aboutFrom = ({ path, text, header, description }: Said): Findings['about'] => {
  if (isReadme(path)) {
    const { paragraph } = openingOf(text);
    if (paragraph === undefined) return undefined;
    return { text: sentences(paragraph, { most: 2, longest: 300 }), source: 'readme' };
  }
  if (description !== undefined) return { text: description, source: 'manifest' };
  if (header === undefined || !(isPackageFile(path) || isPackageComment(path, header.text))) return undefined;
  return { text: sentences(header.text, { most: 2, longest: 300 }), source: 'package' };
};

/** In Go any file of a package may have it. */
const isPackageComment = (path: string, header: string): boolean => path.endsWith('.go') && /^Package \w/.test(header);

/** Names in a file up to which the comment on one of them may speak for all. */
const fewNames = 8;

const noteFrom = (said: Said & { language: string; names: readonly Documented[] }): string | undefined => {
  if (documents.has(said.language)) return noteOnDocument(said);
  const { path, header, description, names } = said;
  const few = names.length > fewNames ? undefined : header?.text;
  const text = (header?.isAttached ? undefined : header?.text) ?? description ?? docOfMain(path, names) ?? few;
  return text === undefined ? undefined : noteOf(text);
};

/** Documents that every project has and that say nothing of this one. */
const common = /^(?:licen[cs]e|copying|notice|authors|contributors|code[-_]of[-_]conduct|codeowners|requirements)\b/i;

const noteOnDocument = ({ path, text, language }: Said & { language: string }): string | undefined => {
  if (common.test(nameOf(path))) return undefined;
  const note = documentNote(text);
  // Plain text may as well be a list of words.
  return language === 'text' && note !== undefined && !/[.!?:…]$/.test(note) ? undefined : note;
};

/**
 * The comment on the name that the file is called after, be it `Plan` or `createPlan` in `plan.ts`; else, where there
 * are few, on the first that has one.
 */
const docOfMain = (path: string, names: readonly Documented[]): string | undefined => {
  const stem = letters(path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, ''));
  const telling = names.filter(({ doc, kind }) => doc !== undefined && /(?:\S+\s+){3}/.test(doc) && kind !== 'macro');
  const main =
    telling.find(({ name }) => letters(name) === stem) ??
    telling.find(({ name }) => letters(name).endsWith(stem) && name.length - stem.length < 10);
  return (main ?? (names.length > fewNames ? undefined : (telling.find((one) => !isError(one)) ?? telling[0])))?.doc;
};

/** What goes wrong in a file is not what the file is for. */
const isError = ({ name }: Documented): boolean => /(?:error|exception)$/i.test(name);

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
