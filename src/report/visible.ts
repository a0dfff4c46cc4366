/**
 * What must never reach a terminal or a page as it is: control characters (escape sequences begin with them), line and
 * paragraph separators, invisible formatting such as bidi overrides that make `exe.txt` of `txt.exe`, and halves of
 * surrogate pairs. The two joiners stay: emoji and several scripts need them.
 */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Text from elsewhere (file names, messages), on one line, with what is dangerous shown escaped: `\x1b`, `\u202e`. */
export const visible = (text: string): string => text.replace(hidden, (char) => short[char] ?? escaped(char));

/** The same for text of several lines: line breaks stay. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** The same inside JSON, where only the form `\u001b` is known. JSON.stringify leaves C1 controls and bidi as they are. */
export const visibleJson = (json: string): string =>
  json.replace(hidden, (char) =>
    char === '\n' ? char : Array.from({ length: char.length }, (_, i) => unit(char.charCodeAt(i))).join(''),
  );

const unit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

const escaped = (char: string): string => {
  const code = char.codePointAt(0) as number;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? unit(code) : `\\u{${code.toString(16)}}`;
};
