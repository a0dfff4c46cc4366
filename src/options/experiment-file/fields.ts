import { builtInScores } from '../../domain/score.js';
import { quoted } from '../checks.js';
import { executeRows } from '../execute-options.js';
import { designRows } from '../experiment-options.js';
import type { Field, Zod } from '../field.js';
import { type Row, rowsIn } from '../row.js';
import { textExpected } from '../text-words.js';

/** Files that cases are read from, by the end of their names. */
export const caseFiles = ['.json', '.jsonl', '.ndjson', '.yaml', '.yml', '.csv'] as const;
export type CaseFile = (typeof caseFiles)[number];

export const caseFileOf = (name: string): CaseFile | undefined =>
  caseFiles.find((ending) => name.toLowerCase().endsWith(ending));

const path = (z: Zod) => z.string().min(1);
const object = (z: Zod) => z.record(z.string(), z.unknown());
const isPath = (text: string): boolean => /[./\\]/.test(text);
const isScore = (text: string): boolean => builtInScores.some((name) => name === text) || isPath(text);
const command = '{ exec: … }';

/** What a file can hold where it is less, or more, than what the library takes. */
const ownFields: Readonly<Record<string, Field>> = {
  cases: {
    schema: (z) => z.union([z.array(z.unknown()).min(1), path(z).refine(caseFileOf)]),
    expected: `a list of cases, one or more, or a file of them that ends in ${caseFiles.join(', ')}`,
  },
  arms: {
    schema: (z) => z.union([z.array(z.unknown()).min(1), object(z).refine((arms) => Object.keys(arms).length > 0)]),
    expected: 'arms, one or more: a list of { name, settings }, or settings by name',
  },
  task: { schema: (z) => z.union([path(z), object(z)]), expected: `the path of a module, or a command as ${command}` },
  score: {
    schema: (z) => z.union([path(z).refine(isScore), object(z)]),
    expected: `${quoted(builtInScores)}, the path of a module such as ./score.mjs, or a command as ${command}`,
  },
  isolation: { schema: object, expected: '{ copy: FOLDER } or { worktree: REPOSITORY, ref: COMMIT }' },
  unchanged: { schema: (z) => z.array(path(z)), expected: 'a list of paths' },
  root: { schema: path, expected: executeRows.root.expected },
  ledger: { schema: (z) => z.union([z.boolean(), path(z)]), expected: 'true, false, or the path of a file' },
};

/** Times are durations in a file. */
const inFile = (row: Row): Field =>
  row.flag?.text === 'duration' ? { ...row, expected: textExpected(row, row.flag) } : row;

const named = { ...rowsIn(designRows, 'experiment-file'), ...rowsIn(executeRows, 'experiment-file') };

/** What an experiment file may say, by the names of the library. Objects are looked into one by one. */
export const fileFields: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(Object.entries(named).map(([name, row]) => [name, inFile(row)])),
  ...ownFields,
};
