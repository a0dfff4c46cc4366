import type { Specifier } from '../../domain/specifier.js';
import { detachText } from '../../util/detach-text.js';

interface Slot {
  readonly specifier: Specifier;
  /** The file in which it was last seen. */
  seenIn: number;
}

const size = 1 << 14;

/**
 * Collects the names that a file uses, each once, as specifiers. Code repeats a few thousand names endlessly, so those
 * last seen are kept and shared: a name that is known is found by its characters alone, without cutting it out.
 */
export class UsedNames {
  readonly #slots: (Slot | undefined)[] = new Array(size);
  #file = 0;
  #found: Specifier[] = [];
  /** Two names that share a slot drive each other out, and may be found twice. */
  #mayRepeat = false;

  /** Begins a new file. */
  start(): void {
    this.#file++;
    this.#found = [];
    this.#mayRepeat = false;
  }

  add(text: string, from: number, to: number): void {
    let hash = 0;
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const at = (hash ^ (hash >>> 14)) & (size - 1);
    let slot = this.#slots[at];
    if (slot === undefined || slot.specifier.text.length !== to - from || !text.startsWith(slot.specifier.text, from)) {
      if (slot?.seenIn === this.#file) this.#mayRepeat = true;
      slot = { specifier: { text: detachText(text.slice(from, to)), kind: 'name' }, seenIn: 0 };
      this.#slots[at] = slot;
    }
    if (slot.seenIn === this.#file) return;
    slot.seenIn = this.#file;
    this.#found.push(slot.specifier);
  }

  /** The names used in this file, in order of appearance, but for those that `skip` has. */
  take(skip: ReadonlySet<string>): Specifier[] {
    const found = this.#mayRepeat ? [...new Map(this.#found.map((one) => [one.text, one])).values()] : this.#found;
    this.#found = [];
    return skip.size === 0 ? found : found.filter(({ text }) => !skip.has(text));
  }
}
