import { z } from 'zod';
import { builtInScores } from '../../domain/score.js';
import { designFields } from '../design-fields.js';
import { type Field, oneOf } from '../fields.js';
import { executeFields } from '../resolve-execute.js';

/** Files that cases are read from, by the end of their names. */
export const caseFiles = ['.json', '.jsonl', '.ndjson', '.yaml', '.yml', '.csv'] as const;
export type CaseFile = (typeof caseFiles)[number];

export const caseFileOf = (name: string): CaseFile | undefined =>
  caseFiles.find((ending) => name.toLowerCase().endsWith(ending));

const path = z.string().min(1);
const object = z.record(z.string(), z.unknown());
const isPath = (text: string): boolean => /[./\\]/.test(text);
const isScore = (text: string): boolean => builtInScores.some((name) => name === text) || isPath(text);
const command = '{ exec: … }';

const { name, goal, replications, interleave, confidence, resamples } = designFields;
const { maxParallel, threads, threadHeapMb, onFailure, retries, backoffMs, timeoutMs, graceMs } = executeFields;
const { requestsPerMinute, tokensPerMinute, budget, usdPerMillionTokens, captureOutput, seed, reuse } = executeFields;

const duration = ({ schema }: Field, least: string): Field => ({
  schema,
  expected: `a duration, ${least} or more, such as 500ms, 30s or 5m`,
});

/** What an experiment file may say, by the names of the library. Objects are looked into one by one. */
export const fileFields = {
  ...{ name, goal },
  cases: {
    schema: z.union([z.array(z.unknown()).min(1), path.refine(caseFileOf)]),
    expected: `a list of cases, one or more, or a file of them that ends in ${caseFiles.join(', ')}`,
  },
  arms: {
    schema: z.union([z.array(z.unknown()).min(1), object.refine((arms) => Object.keys(arms).length > 0)]),
    expected: 'arms, one or more: a list of { name, settings }, or settings by name',
  },
  replications,
  task: { schema: z.union([path, object]), expected: `the path of a module, or a command as ${command}` },
  score: {
    schema: z.union([path.refine(isScore), object]),
    expected: `${oneOf(builtInScores)}, the path of a module such as ./score.mjs, or a command as ${command}`,
  },
  interleave,
  isolation: { schema: object, expected: '{ copy: FOLDER } or { worktree: REPOSITORY, ref: COMMIT }' },
  unchanged: { schema: z.array(path), expected: 'a list of paths' },
  ...{ confidence, resamples },
  root: { schema: path, expected: 'the path of a folder' },
  ledger: { schema: z.union([z.boolean(), path]), expected: 'true, false, or the path of a file' },
  ...{ maxParallel, threads, threadHeapMb, onFailure, retries, requestsPerMinute, tokensPerMinute, budget },
  ...{ usdPerMillionTokens, captureOutput, seed, reuse },
  timeoutMs: duration(timeoutMs, '1ms'),
  backoffMs: duration(backoffMs, '0'),
  graceMs: duration(graceMs, '0'),
} satisfies Record<string, Field>;
