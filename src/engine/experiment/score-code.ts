import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isOutputFile } from '../../domain/command.js';
import { SubplanFailure } from '../../domain/failure.js';
import { option } from '../../domain/message.js';
import type { NamedScore, Scored } from '../../domain/score.js';
import type { TrialLeaf } from '../../experiment/experiment-plan.js';
import { digest } from '../../ledger/stored-value.js';
import type { ScoreSource } from '../../options/resolve-experiment.js';
import { loadDefault } from '../../run/load-code.js';
import type { ScoreCall } from '../../run/trials/trial-code.js';
import { show } from '../../util/show.js';
import { recordedCode } from '../code-identity.js';
import { codeText } from '../recorded-code.js';
import { type CommandParts, type ScoreCaller, scoreByCommand } from './score-command.js';

export interface ScoreParts extends CommandParts {
  readonly source: ScoreSource;
  readonly expected: (leaf: TrialLeaf) => unknown;
  /** Whether values are outputs of commands. */
  readonly areOutputs: boolean;
}

/** What turns values into scores, as a run calls it. Loads the module it stands in, where it stands in one. */
export const scoreCall = async ({ source, expected, areOutputs, ...parts }: ScoreParts): Promise<ScoreCall> => {
  const score = await scoreFunction(source, parts);
  return (value, leaf, context) => {
    const trial = leaf as TrialLeaf;
    return score(
      areOutputs ? wholeOutput(value, parts.project) : value,
      { ...trial.trial, expected: expected(trial) } as Scored,
      context,
      trial,
    );
  };
};

/** The output of a command that is too long for a value stands in a file. A score must see all of it, and no description. */
const wholeOutput = (value: unknown, project: string): unknown =>
  isOutputFile(value) ? readFileSync(join(project, value.file), 'utf8') : value;

const scoreFunction = async (source: ScoreSource, parts: CommandParts): Promise<ScoreCaller> => {
  switch (source.kind) {
    case 'built-in':
      return builtIn[source.name];
    case 'function':
      return typeof source.code === 'function' ? source.code : source.code.score;
    case 'command':
      return scoreByCommand(source.command, parts);
    case 'module':
      return scoreModule(source.url);
  }
};

const builtIn: Readonly<Record<Extract<ScoreSource, { kind: 'built-in' }>['name'], ScoreCaller>> = {
  value: (value) => value,
  // That there is something expected is checked with the options.
  equals: (value, { expected }) => isDeepStrictEqual(trimmed(value), trimmed(expected)),
  contains: (value, { expected }) => textOf(value).includes(textOf(expected)),
};

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const scoreModule = async (url: string): Promise<ScoreCaller> => {
  const refuse = (why: string, cause?: unknown): SubplanFailure =>
    new SubplanFailure({
      code: 'invalid-options',
      message: 'the score cannot be used',
      nextStep:
        'Correct the module: its default export is a function (value, trial, context) => score. Nothing was run.',
      problems: [{ subject: option('score'), expected: 'a module whose default export is a function', received: why }],
      ...(cause === undefined ? {} : { cause }),
    });
  let found: unknown;
  try {
    found = await loadDefault(url);
  } catch (error) {
    throw refuse(`${url}, which cannot be loaded: ${(error as Error).message}`, error);
  }
  const { score } = (found ?? {}) as Partial<NamedScore>;
  if (typeof found === 'function') return found as ScoreCaller;
  if (typeof score === 'function') return score as ScoreCaller;
  throw refuse(`${url}, whose default export is ${show(found)}`);
};

/** What a score is; undefined where it cannot be told from others. */
export const scoreIdentity = (source: ScoreSource): string | undefined => {
  switch (source.kind) {
    case 'built-in':
      return digest(JSON.stringify(['score', source.name]));
    case 'function': {
      if (typeof source.code === 'function') return undefined;
      const { name, version } = source.code;
      return digest(JSON.stringify(['score', name, version]));
    }
    default:
      return recordedCode(source).identity;
  }
};

/** In a few words, as it is compared and shown. */
export const scoreText = (source: ScoreSource): string => {
  if (source.kind === 'built-in') return source.name;
  if (source.kind !== 'function') return codeText(recordedCode(source));
  if (typeof source.code === 'function') return 'a function without name and version';
  return `the function ${source.code.name} ${source.code.version}`;
};
