/** What a spreadsheet takes for a formula, also behind quotes that were put before it. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A cell that is text. A quote before what looks like a formula keeps spreadsheets from running it. */
export const textCell = (text: string): string =>
  quoted(formula.test(text) && !plainNumber.test(text) ? `'${text}` : text);

/** A row as RFC 4180 has it. */
export const csvRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
