import { nameMatcher } from '../../util/wildmatch.js';
import { type CommandFacts, nodeOf, trialOf } from './command-facts.js';
import { trialVariables } from './trial-words.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A word or a variable of more bytes is refused by Linux, with the NUL at its end. */
export const longestWord = 128 * 1024 - 1;

/** Set for a command that runs inside another: its own mark hides the one around it. */
const marksVariable = 'SUBPLAN_OUTER_MARKS';

/**
 * What a command inherits: all of it, or the names that are listed, and always PATH, without which nothing is found. Our
 * own variables are not handed down: they are settings of this subplan and not of one that the command may run.
 */
export const inherited = (env: Environment, names: readonly string[] | undefined): Record<string, string> => {
  const matchers = names?.map(nameMatcher);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || name.startsWith('SUBPLAN_')) continue;
    if (name === 'PATH' || !matchers || matchers.some((matches) => matches(name))) kept[name] = value;
  }
  const outer = [env[marksVariable], env.SUBPLAN_MARK].filter(Boolean).join(' ');
  if (outer !== '') kept[marksVariable] = outer;
  return kept;
};

/** What a command is told by variables. What is too long for one is left out. */
export const ownVariables = (facts: CommandFacts, { mark, usage }: OwnPaths): Record<string, string> => {
  const { id, label } = nodeOf(facts);
  const { sample } = facts;
  const trial = trialOf(facts);
  const all: Record<string, string> = {
    SUBPLAN_RUN_ID: facts.runId,
    SUBPLAN_MARK: mark,
    SUBPLAN_ID: id,
    SUBPLAN_LABEL: label,
    SUBPLAN_KIND: facts.subject.kind,
    SUBPLAN_ROOT: facts.root,
    SUBPLAN_GOAL: facts.goal ?? '',
    SUBPLAN_ATTEMPT: String(facts.attempt),
    SUBPLAN_TRY: String(sample?.try ?? 1),
    SUBPLAN_ROUND: String(sample?.round ?? 1),
    SUBPLAN_FEEDBACK: sample?.feedback ?? '',
    SUBPLAN_USAGE: usage,
    ...(trial ? { SUBPLAN_PROJECT: facts.project ?? facts.root, ...trialVariables(trial) } : {}),
  };
  for (const [name, value] of Object.entries(all)) if (!fitsVariable(name, value)) delete all[name];
  return all;
};

interface OwnPaths {
  /** Tells this attempt's processes from all others. */
  readonly mark: string;
  /** Where the command may write down what it spent. */
  readonly usage: string;
}

export const fitsVariable = (name: string, value: string): boolean =>
  (value.length < 32_000 || Buffer.byteLength(value) + name.length + 1 <= longestWord) && !value.includes('\0');

/** What a system counts for words or variables: their bytes, a NUL and a pointer for each. */
export const sizeOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 9, 0);

export const sizeOfVariables = (env: Readonly<Record<string, string>>): number =>
  sizeOf(Object.keys(env)) + sizeOf(Object.values(env));
