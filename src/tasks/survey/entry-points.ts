import type { EntryPoint } from '../../domain/survey.js';
import { nameOf } from '../../util/paths.js';
import { isTestPath } from '../../util/test-path.js';

const isName = /^if[ \t]+__name__[ \t]*==/m;
const byLanguage: Readonly<Record<string, RegExp>> = {
  c: /^(?:(?:int|void)[ \t]+)?main[ \t]*\(/m,
  cpp: /^(?:(?:int|void)[ \t]+)?main[ \t]*\(/m,
  go: /^func[ \t]+main[ \t]*\([ \t]*\)/m,
  rust: /^(?:pub[ \t]+)?(?:async[ \t]+)?fn[ \t]+main[ \t]*\(/m,
  java: /^[ \t]+public[ \t]+static[ \t]+void[ \t]+main[ \t]*\(/m,
  kotlin: /^(?:suspend[ \t]+)?fun[ \t]+main[ \t]*\(/m,
  csharp:
    /^[ \t]+(?:public[ \t]+|private[ \t]+|internal[ \t]+)?static[ \t]+(?:async[ \t]+)?(?:void|int|Task)(?:<int>)?[ \t]+Main[ \t]*\(/m,
  swift: /^@main\b/m,
  dart: /^(?:void[ \t]+)?main[ \t]*\(/m,
  zig: /^pub[ \t]+fn[ \t]+main[ \t]*\(/m,
};

export interface EntrySource {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly language: string;
}

const beginsIn = (code: string, language: string): boolean => {
  const found = byLanguage[language]?.exec(code);
  if (!found) return false;
  // A main function that is only there under a condition tries a library out.
  const before = code.slice(0, found.index);
  const open = before.match(/^#[ \t]*if/gm)?.length ?? 0;
  return open <= (before.match(/^#[ \t]*endif/gm)?.length ?? 0);
};

/** Where a program begins, if it does so in this file. Tests begin somewhere too, but nobody enters there. */
export const entryOf = ({ path, text, code, language }: EntrySource): EntryPoint | undefined => {
  if (isTestPath(path)) return undefined;
  if (nameOf(path) === '__main__.py' || beginsIn(code, language)) return { kind: 'main', file: path };
  if (/(?:^|\/)\./.test(path)) return undefined;
  const isScript = language === 'python' ? isName.test(code) : /^#!.*\/(?:env|bin)/.test(text.slice(0, 60));
  return isScript ? { kind: 'script', file: path } : undefined;
};
