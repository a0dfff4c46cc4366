import { type Finding, type Problem, problemIn } from '../../domain/failure.js';
import { libraryWords, option } from '../../domain/message.js';
import type { Case } from '../../domain/trial.js';
import { fieldOf } from './field-path.js';
import { caseReader } from './members.js';

/** What stands on a line: a case, or why there is none. */
export type CaseLine = { readonly line: number } & (
  | { readonly value: unknown }
  | { readonly problem: Pick<Problem, 'expected' | 'received'> }
);

/** Cases of a file that has one on each line. Problems are named `cases.jsonl:4 id`. */
export const casesOnLines = (lines: Iterable<CaseLine>, name: string, problems: Problem[]): Case[] => {
  const wrong: Finding[] = [];
  const read = caseReader({ problems: wrong, written: () => undefined });
  const cases: Case[] = [];
  for (const one of lines) {
    const at = option('', one.line);
    if ('problem' in one) wrong.push({ subject: at, ...one.problem });
    else {
      const found = read(at, one.value, `line ${one.line}`);
      if (found) cases.push(found);
    }
  }
  problems.push(...wrong.map((finding) => ({ ...problemIn(libraryWords)(finding), field: placeOf(name, finding) })));
  return cases;
};

const placeOf = (name: string, { subject }: Finding): string => {
  const [line, ...path] = typeof subject === 'string' ? [] : (subject.path ?? []);
  return `${name}:${line} ${path.reduce<string>(fieldOf, '')}`.trimEnd();
};
