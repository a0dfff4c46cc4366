/** Rows in columns. Texts are raw: whoever shows them makes them safe. The first column says what a row is about. */
export interface Grid {
  readonly heading: readonly string[];
  /** Columns that are figures stand to the right. */
  readonly figures: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Without the columns in which no row says anything, the first aside. */
export const filledColumns = ({ heading, figures, rows }: Grid): Grid => {
  const kept = heading.map((_, column) => column === 0 || rows.some((row) => row[column] !== ''));
  const only = (row: readonly string[]): string[] => row.filter((_, column) => kept[column]);
  return { heading: only(heading), figures, rows: rows.map(only) };
};
