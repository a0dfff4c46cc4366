/** The characters that mean something to a reader of C, by code. */
export const mark = {
  newline: 10,
  return: 13,
  quote: 34,
  hash: 35,
  apostrophe: 39,
  star: 42,
  slash: 47,
  less: 60,
  greater: 62,
  backslash: 92,
} as const;

export const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== mark.newline);

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isWordStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;

export const isWordPart = (code: number): boolean => isWordStart(code) || isDigit(code);
