import type { Problem } from '../../domain/failure.js';
import type { Case } from '../../domain/trial.js';
import { readCsv } from '../../util/csv.js';
import { type CaseLine, casesOnLines } from './case-lines.js';

/**
 * A case on each row below a heading with `id`. The input is the column `input`, or else an object of all columns but
 * `id` and `expected`. All cells are text; an empty `expected` is none.
 */
export const csvCases = (text: string, name: string, problems: Problem[]): Case[] => {
  const { rows, trouble } = readCsv(text);
  const [heading, ...below] = rows;
  const columns = heading?.cells.map((cell) => cell.trim()) ?? [];
  const wrong = headingProblem(columns);
  if (heading && wrong) problems.push({ field: `${name}:${heading.line}`, ...wrong });
  const lines = below.map(({ line, cells }): CaseLine => {
    if (cells.length === columns.length) return { line, value: caseIn(columns, cells) };
    return { line, problem: { expected: `${columns.length} cells, as in the heading`, received: `${cells.length}` } };
  });
  const cases = wrong ? [] : casesOnLines(lines, name, problems);
  if (trouble) {
    const { line, expected, received } = trouble;
    problems.push({ field: `${name}:${line}`, expected, received });
  }
  return cases;
};

const headingProblem = (columns: readonly string[]): Pick<Problem, 'expected' | 'received'> | undefined => {
  const received = columns.join(', ');
  const [twice] = columns.filter((column, i) => columns.indexOf(column) !== i);
  if (!columns.includes('id')) return { expected: 'a heading with the column id', received };
  if (columns.includes('')) return { expected: 'a name for each column', received };
  if (twice !== undefined) return { expected: 'each column once', received: `${twice} twice` };
  // Nothing would become of them, and nobody would know.
  const idle = columns.includes('input') ? columns.filter((one) => !['id', 'input', 'expected'].includes(one)) : [];
  if (idle.length === 0) return undefined;
  return { expected: 'no columns besides id, input and expected where there is an input', received: idle.join(', ') };
};

const caseIn = (columns: readonly string[], cells: readonly string[]): unknown => {
  const { id, expected, ...others } = Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
  const input = columns.includes('input') ? others.input : others;
  return { id, input, ...(expected === undefined || expected === '' ? {} : { expected }) };
};
