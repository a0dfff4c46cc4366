import type { SampleContext } from '../../domain/sample.js';
import type { Lineage } from '../../domain/task.js';
import type { Trial } from '../../domain/trial.js';
import type { Subject } from '../pool.js';

/** What a command is told of the attempt it is run for. */
export interface CommandFacts {
  /** The folder it runs in. */
  readonly root: string;
  /** The project's folder, where that is another: what is kept of its output stands there. */
  readonly project?: string;
  readonly goal: string | undefined;
  readonly runId: string;
  readonly subject: Subject;
  /** Made when asked for: a family may be large, and most commands do not look at it. */
  readonly lineage: () => Lineage;
  readonly attempt: number;
  readonly sample: SampleContext | undefined;
  /** Further fields of the JSON on standard input: the value that a command is to judge, say. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export const nodeOf = ({ subject }: CommandFacts): { readonly id: string; readonly label: string } =>
  subject.kind === 'leaf' ? subject.leaf : subject.branch;

/** A branch has no files of its own. */
export const filesOf = ({ subject }: CommandFacts): readonly string[] =>
  subject.kind === 'leaf' ? subject.leaf.files : [];

/** Of an experiment. */
export const trialOf = ({ subject }: CommandFacts): Trial | undefined =>
  subject.kind === 'leaf' ? subject.leaf.trial : undefined;
