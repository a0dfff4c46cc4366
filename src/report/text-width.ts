/** Takes no cell of its own. */
const zero = /[\p{Mn}\p{Me}\u200c\u200d]/u;
/** East Asian wide characters and emoji; and what is not known, since being too narrow is harmless. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}\p{Co}\p{Cn}]/u;
const plain = /^[ -~]*$/;
/** Makes the character before it an emoji, which some terminals then draw two cells wide. */
const emojiSelector = '\ufe0f';

/**
 * The cells a text takes in a terminal, at most: terminals disagree on joined emoji, so the parts are added up. A line
 * that is a cell too short looks uneven; one that is too long breaks the picture.
 */
export const widthOf = (text: string): number => {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += cellsOf(char);
  return width;
};

/** The width of the widest. A spread into Math.max would fail for a hundred thousand texts. */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

const cellsOf = (char: string): number => {
  if (char === emojiSelector) return 1;
  if (zero.test(char)) return 0;
  return wide.test(char) ? 2 : 1;
};

/** The text where it fits; else as much of it as does, with `…`. */
export const clip = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  let [kept, used] = ['', 1];
  for (const char of text) {
    used += cellsOf(char);
    if (used > width) break;
    kept += char;
  }
  return `${kept}…`;
};

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** How wide running text is where nothing limits it: longer lines are tiring to read. */
export const proseWidth = 100;

/** Breaks a text at spaces into lines of at most this width; a longer word is clipped. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = clip(word, width);
    }
  }
  return [...lines, line];
};
