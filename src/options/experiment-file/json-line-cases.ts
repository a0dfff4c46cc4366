import type { Problem } from '../../domain/failure.js';
import type { Case } from '../../domain/trial.js';
import { jsonTrap } from '../../util/json-traps.js';
import { show } from '../../util/show.js';
import { type CaseLine, casesOnLines } from './case-lines.js';
import { deepest } from './syntax.js';

/** A case on each line, as JSON. There may be very many, so they are not read as YAML, which takes far longer. */
export const jsonLineCases = (text: string, name: string, problems: Problem[]): Case[] => {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const filled = lines.map((line, i) => ({ line, number: i + 1 })).filter(({ line }) => line.trim() !== '');
  return casesOnLines(
    filled.map(({ line, number }) => ({ line: number, ...parsed(line) })),
    name,
    problems,
  );
};

type Unplaced<L> = L extends CaseLine ? Omit<L, 'line'> : never;

const parsed = (json: string): Unplaced<CaseLine> => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { problem: { expected: 'JSON', received: `${show(json.trim())}: ${(error as Error).message}` } };
  }
  const trap = jsonTrap(json, deepest);
  switch (trap?.kind) {
    case undefined:
      return { value };
    case 'repeated-key':
      return { problem: { expected: 'each key once', received: `${show(trap.text)} twice` } };
    case 'inexact-number':
      return { problem: { expected: 'a number of at most 15 digits, or a text in quotes', received: trap.text } };
    case 'too-deep':
      return { problem: { expected: `at most ${deepest} levels, one inside the other`, received: 'more' } };
  }
};
