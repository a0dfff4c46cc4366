import { codeSpan, escapeMarkdown } from '../markdown.js';
import { count } from '../numbers.js';
import { visible } from '../visible.js';

/** A name or a path as code. */
export const code = (text: string): string => (text === '' ? '' : codeSpan(visible(text)));

/**
 * Text that stays text within a line. Beyond signs of Markdown: dollars make formulas, addresses become links of
 * themselves, and a backtick must not join those of code beside it.
 */
export const words = (text: string): string =>
  escapeMarkdown(visible(text))
    .replaceAll('\\`', '&#96;')
    .replaceAll('$', '&#36;')
    .replaceAll('://', ':&#47;/')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, -1)}&#46;`)
    .replace(/(?<=\w)@(?=\w)/g, '&#64;');

/** Code between backticks, and addresses, which are not to become links: nobody has checked where they lead. */
const asCode = /`([^`]+)`|((?:https?:\/\/|www\.)[^\s<>`'")\]]*[^\s<>`'")\].,;:!?])/g;

/**
 * What a file says, as a paragraph or part of one: code stays code and all other markup becomes plain text. It may
 * stand at the start of a line, where `#` or `1.` would begin a heading or a list.
 */
export const prose = (text: string): string => {
  let markdown = '';
  let at = 0;
  for (const match of text.matchAll(asCode)) {
    markdown += words(text.slice(at, match.index));
    // Two pieces of code side by side would be read as one.
    if (markdown.endsWith('`')) markdown += ' ';
    markdown += code((match[1] ?? match[2]).trim());
    at = match.index + match[0].length;
  }
  markdown = (markdown + words(text.slice(at))).trim();
  return markdown.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
};

/** A sentence as the last of a paragraph: with a point, unless it ends in another sign. */
export const ended = (text: string): string => (/[.!?…:]["'”’)`]*$/.test(text) ? text : `${text}.`);

/** `a, b and 3 more`. `total`: how many there are, where not all of them are given. */
export const listed = (items: readonly string[], most: number, total = items.length): string => {
  const shown = items.length <= most + 1 ? items : items.slice(0, most);
  const rest = total - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${count(rest)} more` : shown.join(', ');
};
