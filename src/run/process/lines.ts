import { detachText } from '../../util/detach-text.js';

/** A note is read by people; a longer line is cut. */
const longestLine = 65_536;

export interface LineListener {
  /** Whether another line would be heard; a line that is not is never made. */
  wants(): boolean;
  line(text: string): void;
}

/** Cuts a text that comes in pieces into lines. */
export class Lines {
  readonly #listener: LineListener;
  #open = '';
  /** Whether some of the open line was thrown away, because it is too long. */
  #isCut = false;

  constructor(listener: LineListener) {
    this.#listener = listener;
  }

  push(text: string): void {
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      if (this.#listener.wants()) {
        this.#add(text, at, end);
        this.#tell();
      }
      this.#open = '';
      this.#isCut = false;
      at = end + 1;
    }
    this.#add(text, at, text.length);
  }

  end(): void {
    if (this.#open !== '' && this.#listener.wants()) this.#tell();
    this.#open = '';
  }

  #add(text: string, from: number, to: number): void {
    const room = longestLine - this.#open.length;
    if (to - from > room) this.#isCut = true;
    if (room > 0 && from < to) this.#open += text.slice(from, Math.min(to, from + room));
  }

  #tell(): void {
    const line = this.#open.endsWith('\r') ? this.#open.slice(0, -1) : this.#open;
    // Notes may be kept, and the piece they were cut from must not be kept with them.
    this.#listener.line(detachText(this.#isCut ? `${line}…` : line));
  }
}
