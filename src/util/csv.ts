interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface CsvTrouble {
  readonly line: number;
  readonly expected: string;
  readonly received: string;
}

export interface Csv {
  readonly rows: readonly CsvRow[];
  /** Where it breaks the rules; nothing is read from there on. */
  readonly trouble: CsvTrouble | undefined;
}

const bareCell = /[^",\r\n]*/y;
const cellEnd = /,|\r?\n|$/y;

/** Reads RFC 4180: cells in quotes may hold commas, line breaks and doubled quotes. Empty lines are passed over. */
export const readCsv = (text: string): Csv => {
  const rows: CsvRow[] = [];
  let [cells, at, line, start]: [string[], number, number, number] = [[], text.startsWith('\ufeff') ? 1 : 0, 1, 1];
  const broken = (from: number, expected: string): Csv => ({
    rows,
    trouble: { line, expected, received: JSON.stringify(text.slice(from, from + 40)) },
  });
  while (at < text.length || cells.length > 0) {
    const from = at;
    at = text[from] === '"' ? endOfQuotes(text, from) : endOf(bareCell, text, from);
    if (at < 0) return broken(from, 'an end to the quotes that begin here');
    const end = endOf(cellEnd, text, at);
    if (text[at] === '\r' && end < 0) return broken(from, 'lines that end with a line feed');
    if (end < 0) return broken(from, 'quotes around the whole of a cell that has quotes in it, and those doubled');
    const isQuoted = text[from] === '"';
    cells.push(isQuoted ? text.slice(from + 1, at - 1).replaceAll('""', '"') : text.slice(from, at));
    const isLast = text[at] !== ',';
    line += lineBreaks(text, from, end);
    at = end;
    if (!isLast) continue;
    const isEmpty = cells.length === 1 && !isQuoted && cells[0].trim() === '';
    if (!isEmpty) rows.push({ line: start, cells });
    [cells, start] = [[], line];
  }
  return { rows, trouble: undefined };
};

/** Behind the quote that closes; -1 where none does. */
const endOfQuotes = (text: string, from: number): number => {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return -1;
    if (text[quote + 1] !== '"') return quote + 1;
    at = quote + 2;
  }
};

const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

const lineBreaks = (text: string, from: number, to: number): number => {
  let found = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) found++;
  return found;
};
