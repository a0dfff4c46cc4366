const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;

/** Styles a text that is escaped and clipped already: the codes take no cells, so they come last. */
export type Paint = (style: Style, text: string) => string;

export const painter =
  (colours: boolean): Paint =>
  (style, text) =>
    colours && text !== '' ? `\x1b[${codes[style][0]}m${text}\x1b[${codes[style][1]}m` : text;
