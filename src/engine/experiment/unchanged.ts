import type { TrialWatch } from '../../run/trials/trial-code.js';
import { treeDigest, treeStamp } from './tree-digest.js';

/** A file or folder that must stay as it is. */
export interface Watched {
  /** What it is to the experiment, in words. */
  readonly what: string;
  readonly path: string;
}

interface Known extends Watched {
  readonly digest: string;
  stamp: string;
}

/** Files and folders as they were when an experiment began. */
export class Unchanged implements TrialWatch {
  readonly #known: readonly Known[];
  /** How often it was looked at them. */
  #looks = 0;
  /** The last time that something was changed. */
  #found: { readonly look: number; readonly text: string } | undefined;

  private constructor(known: readonly Known[]) {
    this.#known = known;
  }

  static async of(watched: readonly Watched[]): Promise<Unchanged> {
    const known: Known[] = [];
    for (const one of watched) {
      // The stamp first: what changes in between is seen later.
      const stamp = await treeStamp(one.path);
      known.push({ ...one, stamp, digest: await treeDigest(one.path) });
    }
    return new Unchanged(known);
  }

  /** By what it is: stands for its contents. */
  get digests(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#known.map(({ what, digest }) => [what, digest]));
  }

  /** What the last look found may still be so: who begins now begins with it. */
  now(): number {
    return this.#found?.look === this.#looks ? this.#looks - 1 : this.#looks;
  }

  async changed(since: number): Promise<string | undefined> {
    await this.#look();
    return this.#found && this.#found.look > since ? this.#found.text : undefined;
  }

  async #look(): Promise<void> {
    const changed = new Set<string>();
    for (const one of this.#known) if (await this.#hasChanged(one)) changed.add(one.what);
    this.#looks++;
    if (changed.size === 0) return;
    this.#found = { look: this.#looks, text: `${[...changed].join(' and ')} changed while the experiment ran` };
  }

  /** Only what looks touched is read again: it may have been written with what it held already. */
  async #hasChanged(known: Known): Promise<boolean> {
    const stamp = await treeStamp(known.path);
    if (stamp === known.stamp) return false;
    if ((await treeDigest(known.path)) !== known.digest) return true;
    known.stamp = stamp;
    return false;
  }
}
