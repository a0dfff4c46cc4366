import type { Ledger, RunWriter } from '../domain/ledger.js';
import type { Owner } from '../domain/owner.js';
import type { Session } from '../domain/session.js';
import type { Leaf } from '../domain/subplan.js';
import { leaseMs } from '../ledger/lease.js';
import { areUntouchedSince } from '../run/digest-files.js';
import type { Recording } from '../run/recording.js';
import type { RunTree } from '../run/run-tree.js';
import { epochNow } from '../util/clock.js';
import type { Fingerprints } from './fingerprints.js';
import { giveUp } from './owner.js';

export interface RecordedRunOptions {
  readonly ledger: Ledger;
  readonly writer: RunWriter;
  readonly owner: Owner;
  readonly tree: RunTree;
  readonly root: string;
  readonly fingerprints: Fingerprints;
}

/** Records a run in a ledger, of which it is the owner until it is closed. */
export class LedgerRecording implements Recording {
  readonly #options: RecordedRunOptions;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: RecordedRunOptions) {
    this.#options = options;
  }

  /** Says who works on the run from now on; the first thing that is written. */
  open(session: Session): Promise<void> {
    return this.append([{ kind: 'session', at: epochNow(), session }]);
  }

  watch(onFailure: (error: unknown) => void): void {
    this.#heartbeat = setInterval(() => {
      try {
        this.#options.writer.renew();
      } catch (error) {
        onFailure(error);
      }
    }, leaseMs / 3).unref();
  }

  append(facts: Parameters<RunWriter['append']>[0]): Promise<void> {
    return this.#options.writer.append(facts);
  }

  leafFingerprint(...of: Parameters<Fingerprints['leaf']>): string | undefined {
    return this.#options.fingerprints.leaf(...of);
  }

  branchFingerprint(node: number, children: Parameters<Fingerprints['branch']>[1]): string | undefined {
    return this.#options.fingerprints.branch(node, children);
  }

  isUntouchedSince(node: number, at: number): boolean {
    const { tree, root } = this.#options;
    return areUntouchedSince(root, (tree.nodes[node].leaf as Leaf).files, at);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    giveUp(this.#options.owner);
    try {
      this.#options.writer.release();
    } finally {
      this.#options.ledger.close();
    }
  }
}
