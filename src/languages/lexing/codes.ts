/** Behind the last character of a text stand as many 0s, so that readers may look ahead without asking where it ends. */
const behind = 8;
/** What is kept for the next text; larger ones get an array of their own. */
const mostKept = 1 << 21;

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

interface Room {
  readonly codes: Uint16Array;
  readonly bytes: Buffer;
}

const room = (length: number): Room => {
  const codes = new Uint16Array(length);
  return { codes, bytes: Buffer.from(codes.buffer) };
};

let shared = room(1 << 17);

const roomFor = (length: number): Room => {
  if (length + behind <= shared.codes.length) return shared;
  const made = room(2 * length + behind);
  if (length <= mostKept) shared = made;
  return made;
};

/**
 * The characters of a text by their codes, followed by some 0s. Looking at them in an array costs a third of asking the
 * string for each, copying included. The array is lent: the next text overwrites it.
 */
export const codesOf = (text: string): Uint16Array => {
  const { length } = text;
  const { codes, bytes } = roomFor(length);
  if (isLittleEndian) bytes.write(text, 0, 'utf16le');
  else for (let at = 0; at < length; at++) codes[at] = text.charCodeAt(at);
  codes.fill(0, length, length + behind);
  return codes;
};

/** A text with its characters by code, until the next text is taken. */
export interface Source {
  readonly text: string;
  readonly length: number;
  readonly codes: Uint16Array;
}

export const sourceOf = (text: string): Source => ({ text, length: text.length, codes: codesOf(text) });
