import { libraryWords, type Message, type OptionMention, type Wording, worded } from './message.js';

/** Expected trouble that a person can do something about. Anything else that is thrown is a bug. */
export type FailureCode =
  | 'invalid-options'
  | 'root-not-found'
  | 'root-not-a-folder'
  | 'root-unreadable'
  | 'git-failed'
  | 'invalid-plan'
  | 'plan-not-found'
  | 'unknown-subplan'
  | 'strategy-failed'
  | 'tokenizer-missing'
  | 'cannot-write'
  | 'invalid-config'
  /** The ledger cannot be opened, read or written now. */
  | 'ledger-unusable'
  /** What stands in the ledger is not what was written there, or not for this version. */
  | 'ledger-damaged'
  | 'run-not-found'
  | 'run-owned'
  | 'resume-refused'
  | 'reuse-refused';

export interface FailureDetails {
  readonly code: FailureCode;
  readonly message: string | Message;
  /** What to do about it. */
  readonly nextStep: string | Message;
  readonly problems?: readonly (Problem | Finding)[];
  readonly cause?: unknown;
}

/** One thing that is wrong with an input, by field, in words. */
export interface Problem {
  readonly field: string;
  readonly expected: string;
  readonly received: string;
}

/** One thing that is wrong with an input, as data: each surface makes a problem of it in its own words. */
export interface Finding {
  /** The option, and where in it; or the name of something that is no option, which is the same everywhere. */
  readonly subject: OptionMention | string;
  readonly expected: string | Message;
  readonly received: string;
  /**
   * `value`, the default: it is wrong by itself, so a surface that takes text says which text it takes. `relation`: it is
   * wrong for the sake of something else, which `expected` names.
   */
  readonly fault?: 'value' | 'relation';
}

/** A failure in words. */
export interface FailureWords {
  readonly message: string;
  readonly nextStep: string;
  readonly problems: readonly Problem[];
}

/** How a surface words what is wrong with an input. */
export type ProblemWording = (finding: Finding) => Problem;

export const problemIn =
  (wording: Wording): ProblemWording =>
  ({ subject, expected, received }) => ({
    field: typeof subject === 'string' ? subject : wording.option(subject),
    expected: worded(expected, wording),
    received,
  });

/** As data, where it was given in words. */
const findingOf = (problem: Problem | Finding): Finding =>
  'subject' in problem ? problem : { subject: problem.field, expected: problem.expected, received: problem.received };

const describe = ({ field, expected, received }: Problem): string =>
  `  ${field}: expected ${expected}, got ${received}`;

/** What a failure says, as data. */
interface FailureData {
  readonly message: string | Message;
  readonly nextStep: string | Message;
  readonly findings: readonly Finding[];
}

/** Its strings are in the words of the library. `failureWords` has those of other surfaces. */
export class SubplanFailure extends Error {
  override readonly name = 'SubplanFailure';
  readonly code: FailureCode;
  readonly nextStep: string;
  readonly problems: readonly Problem[];
  readonly #data: FailureData;

  constructor({ code, message, nextStep, problems = [], cause }: FailureDetails) {
    const data = { message, nextStep, findings: problems.map(findingOf) };
    const words = inWords(data, libraryWords, problemIn(libraryWords));
    super(words.message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.nextStep = words.nextStep;
    this.problems = words.problems;
    this.#data = data;
  }

  /** What it says, as data. Not enumerable: who prints a failure sees its words once. */
  get data(): FailureData {
    return this.#data;
  }
}

/** A failure in the words of a surface, which may have a way of its own to word what is wrong with an input. */
export const failureWords = (
  { data }: SubplanFailure,
  wording: Wording,
  problem: ProblemWording = problemIn(wording),
): FailureWords => inWords(data, wording, problem);

const inWords = (
  { message, nextStep, findings }: FailureData,
  wording: Wording,
  problem: ProblemWording,
): FailureWords => {
  const problems = findings.map(problem);
  return {
    message: [worded(message, wording), ...problems.map(describe)].join('\n'),
    nextStep: worded(nextStep, wording),
    problems,
  };
};
