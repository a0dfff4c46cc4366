import { closeSync, openSync, writeSync } from 'node:fs';
import { detachText } from '../../util/detach-text.js';
import { errorCode } from '../../util/error-code.js';

/** So much of the beginning and of the end is at hand in any case. */
const edge = 4_096;

export interface Keeping {
  /** More bytes than that go to a file, all of them. */
  readonly most: number;
  /** The path of that file, whose folder is made by then. */
  readonly open: () => string;
}

/**
 * What a command says, in memory as long as it is little. It is written at once and not by promises: as long as the disk
 * takes, nothing more is read, so that a command which floods waits, and memory stays small.
 */
export class KeptText {
  readonly #keeping: Keeping;
  #pieces: string[] = [];
  #handle: number | undefined;
  #start = '';
  #tail = '';
  bytes = 0;
  /** Where it was written to. */
  path: string | undefined;
  /** Why it is not all there. */
  problem: string | undefined;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  push(text: string): void {
    if (text === '') return;
    this.bytes += Buffer.byteLength(text);
    this.#tail = text.length >= edge ? text.slice(-edge) : this.#tail + text;
    // Cut now and then only: each cut makes a text anew.
    if (this.#tail.length > 4 * edge) this.#tail = this.#tail.slice(-edge);
    if (this.problem !== undefined) return;
    if (this.#handle !== undefined) return this.#write(text);
    this.#pieces.push(text);
    if (this.bytes > this.#keeping.most) this.#spill();
  }

  /** All of it; undefined where it is in a file. */
  get text(): string | undefined {
    if (this.path !== undefined || this.problem !== undefined) return undefined;
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')];
    return this.#pieces[0] ?? '';
  }

  get start(): string {
    return this.#start || this.#pieces.join('').slice(0, edge);
  }

  get end(): string {
    return detachText(this.#tail.slice(-edge));
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #spill(): void {
    const text = this.#pieces.join('');
    this.#start = detachText(text.slice(0, edge));
    this.#pieces = [];
    try {
      const path = this.#keeping.open();
      this.#handle = openSync(path, 'w');
      this.path = path;
    } catch (error) {
      this.problem = errorCode(error);
      return;
    }
    this.#write(text);
  }

  #write(text: string): void {
    try {
      writeSync(this.#handle as number, text);
    } catch (error) {
      this.problem = errorCode(error);
    }
  }
}
