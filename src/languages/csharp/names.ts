import type { Specifier } from '../../domain/specifier.js';
import { detachText } from '../../util/detach-text.js';

interface Slot {
  readonly specifier: Specifier;
  readonly hash: number;
  /** What stands before the first dot; '' where there is none. */
  readonly head: string;
  /** The file in which it was last seen. */
  seenIn: number;
}

const size = 1 << 14;

/**
 * Collects the names that a file uses, each once, as specifiers, like `UsedNames`, for a reader that knows the hash of a
 * name by the time it knows where it ends. Most names are repeated within a file, and found again by hash and length.
 */
export class Names {
  readonly #slots: (Slot | undefined)[] = new Array(size).fill(undefined);
  #file = 0;
  #found: Slot[] = [];

  /** Begins a new file. */
  start(): void {
    this.#file++;
    this.#found = [];
  }

  /** `hash` is made by `hashStep` from the characters, in order. */
  add(text: string, range: { readonly from: number; readonly to: number; readonly hash: number }): void {
    const { from, to, hash } = range;
    const at = (hash ^ (hash >>> 15)) & (size - 1);
    let slot = this.#slots[at];
    const alike = slot !== undefined && slot.hash === hash && slot.specifier.text.length === to - from;
    if (alike && slot!.seenIn === this.#file) return;
    if (!alike || !text.startsWith(slot!.specifier.text, from)) {
      const name = detachText(text.slice(from, to));
      const head = name.slice(0, Math.max(0, name.indexOf('.')));
      slot = { specifier: { text: name, kind: 'name' }, hash, head, seenIn: 0 };
      this.#slots[at] = slot;
    }
    slot!.seenIn = this.#file;
    this.#found.push(slot!);
  }

  /** The names used in this file, in order of appearance, but for those that `skip` has and for parts of `own`. */
  take(skip: ReadonlySet<string>, own: ReadonlySet<string>): Specifier[] {
    const found = this.#found;
    this.#found = [];
    const names = new Set<string>();
    // Two names that share a slot drive each other out, and may be found twice.
    const kept = found.filter(({ specifier: { text } }) => {
      if (skip.has(text) || names.has(text)) return false;
      names.add(text);
      return true;
    });
    const taken: Specifier[] = [];
    for (const { specifier, head } of kept) {
      // Where `Color` is used by itself, it is no namespace, and `Color.Red` tells nothing more.
      if (head === '' || !(names.has(head) || own.has(head))) taken.push(specifier);
    }
    return taken;
  }
}
