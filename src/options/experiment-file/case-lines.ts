import type { Problem } from '../../domain/failure.js';
import type { Case } from '../../domain/trial.js';
import { caseReader } from './members.js';

/** What stands on a line: a case, or why there is none. */
export type CaseLine = { readonly line: number } & (
  | { readonly value: unknown }
  | { readonly problem: Pick<Problem, 'expected' | 'received'> }
);

/** Cases of a file that has one on each line. Problems are named `cases.jsonl:4 id`. */
export const casesOnLines = (lines: Iterable<CaseLine>, name: string, problems: Problem[]): Case[] => {
  const wrong: Problem[] = [];
  const read = caseReader({ problems: wrong, written: () => undefined });
  const cases: Case[] = [];
  for (const one of lines) {
    const field = `[${one.line}]`;
    if ('problem' in one) wrong.push({ field, ...one.problem });
    else {
      const found = read(field, one.value, `line ${one.line}`);
      if (found) cases.push(found);
    }
  }
  const place = (field: string): string => field.replace(/^\[(\d+)\]\.?/, (_, line) => `${name}:${line} `).trimEnd();
  problems.push(...wrong.map((problem) => ({ ...problem, field: place(problem.field) })));
  return cases;
};
