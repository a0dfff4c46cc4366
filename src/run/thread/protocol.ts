import type { SampleContext } from '../../domain/sample.js';
import type { RollUpBranch } from '../../domain/task.js';
import type { Ended, FilesSeen, Note } from '../pool.js';
import type { SlotBuffers } from '../slot-table.js';

/** What each thread of a pool is told when it starts. */
export interface ThreadFacts {
  readonly buffers: SlotBuffers;
  readonly root: string;
  readonly goal: string | undefined;
  readonly runId: string;
  readonly timeoutMs: number | undefined;
  /** URLs of modules. */
  readonly task: string | undefined;
  readonly rollUp: string | undefined;
  /** What tasks print becomes notes. */
  readonly captureOutput: boolean;
  /** Whether to look at what the files of leaves hold. */
  readonly seesFiles: boolean;
}

/** What a thread is to do. Leaf and family cross as JSON: cloning them as objects takes several times as long. */
export interface ThreadJob {
  readonly slot: number;
  readonly key: number;
  readonly attempt: number;
  /** Of a leaf that is sampled; the value of its round before cannot cross as it is. */
  readonly sample?: EncodedSample;
  /** JSON of a leaf; undefined for a rollup. */
  readonly leaf?: string;
  readonly branch?: RollUpBranch<unknown>;
  /** JSON of the family it stands in, and its place there. */
  readonly family: string;
  readonly place: number;
  /** The folder it works in, where that is not the project's. */
  readonly root?: string;
}

/** Jobs that are handed over together: a message that wakes a thread costs more than a leaf that does little. */
export interface ThreadBatch {
  readonly jobs: readonly ThreadJob[];
}

/** Values that are not primitive cross in bytes, made where a value that cannot cross harms nobody else. */
export interface Encoded {
  readonly plain?: unknown;
  readonly bytes?: Uint8Array;
}

interface EncodedSample extends Omit<SampleContext, 'previous'> {
  readonly previous: Encoded;
}

/** How an attempt ended. Its times stand in the table of slots. */
export interface ThreadEnd {
  readonly slot: number;
  readonly key: number;
  readonly kind: Exclude<Ended['kind'], 'displaced'>;
  /** Of one that succeeded. */
  readonly value?: Encoded;
  readonly failure?: Extract<Ended, { failure: unknown }>['failure'];
  /** How many notes were sent ahead by messages, which come another way and may be late. */
  readonly sent?: number;
  readonly notes?: readonly Note[];
  /** Whether the modules have a rollup, which only who loaded them knows. */
  readonly rollsUp?: boolean;
  readonly files?: FilesSeen;
}

/** The ends of a batch that were not told before. */
export interface BatchReply {
  readonly ends: readonly ThreadEnd[];
}

/** How it crosses: a task may post messages of its own the same way. */
export interface MessageEnvelope {
  readonly subplan: ThreadMessage;
}

/** What a thread says without waiting for the end of a batch. */
export type ThreadMessage =
  | { readonly type: 'notes'; readonly slot: number; readonly key: number; readonly notes: readonly Note[] }
  | { readonly type: 'ended'; readonly ends: readonly ThreadEnd[] }
  | { readonly type: 'warning'; readonly message: string };
