import type { Survey } from '../../domain/survey.js';
import { brief, count, percent, some } from '../numbers.js';
import { words } from './text.js';

/** How languages are written, where a capital letter is not enough. */
const spelled: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  cpp: 'C++',
  csharp: 'C#',
  fsharp: 'F#',
  php: 'PHP',
  css: 'CSS',
  scss: 'SCSS',
  html: 'HTML',
  xml: 'XML',
  json: 'JSON',
  yaml: 'YAML',
  toml: 'TOML',
  ini: 'INI',
  csv: 'CSV',
  sql: 'SQL',
  glsl: 'GLSL',
  cuda: 'CUDA',
  graphql: 'GraphQL',
  protobuf: 'Protocol Buffers',
  restructuredtext: 'reStructuredText',
  asciidoc: 'AsciiDoc',
  tex: 'TeX',
  ocaml: 'OCaml',
  powershell: 'PowerShell',
  visualbasic: 'Visual Basic',
  cmake: 'CMake',
  'objective-c': 'Objective-C',
  text: 'plain text',
  ignore: 'ignore files',
  other: 'other',
};

export const languageWords = (language: string): string =>
  spelled[language] ?? language.slice(0, 1).toUpperCase() + language.slice(1);

/** `TypeScript 92 %, Markdown 6 %`, by lines. */
export const languageShares = ({ languages, lines }: Survey, most: number): string[] => {
  const telling = languages.filter((one) => one.lines >= lines * 0.02);
  if (lines === 0) return [];
  if (telling.length === 1) return [words(languageWords(telling[0].language))];
  return telling.slice(0, most).map((one) => `${words(languageWords(one.language))} ${percent(one.lines / lines)}`);
};

export interface Amounts {
  readonly files: number;
  readonly tokens: number;
  readonly survey: Survey | undefined;
}

/** `14 files, 2,310 lines, 21.3k tokens`. */
export const amounts = ({ files, tokens, survey }: Amounts): string =>
  [some(files, 'file'), survey && `${count(survey.lines)} lines`, `${brief(tokens)} tokens`].filter(Boolean).join(', ');
