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
  readonly message: string;
  /** What to do about it. */
  readonly nextStep: string;
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** One thing that is wrong with an input, by field. */
export interface Problem {
  readonly field: string;
  readonly expected: string;
  readonly received: string;
}

const describe = ({ field, expected, received }: Problem): string =>
  `  ${field}: expected ${expected}, got ${received}`;

export class SubplanFailure extends Error {
  override readonly name = 'SubplanFailure';
  readonly code: FailureCode;
  readonly nextStep: string;
  readonly problems: readonly Problem[];

  constructor({ code, message, nextStep, problems = [], cause }: FailureDetails) {
    super([message, ...problems.map(describe)].join('\n'), cause === undefined ? undefined : { cause });
    this.code = code;
    this.nextStep = nextStep;
    this.problems = problems;
  }
}
