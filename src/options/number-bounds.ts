/** What a number must lie between. The check and all that is said of it are made from this. */
export interface NumberBounds {
  readonly isWhole: boolean;
  readonly least?: number;
  /** Where the number itself is too little. */
  readonly above?: number;
  readonly most?: number;
}

interface NumberWords {
  /** What kind of number it is: `a duration`. */
  readonly what?: string;
  /** What stands between that and the least: `a size of 32MiB or more`. */
  readonly joint?: string;
  /** How one is written: `500ms`. */
  readonly written?: (value: number) => string;
  /** Whether the number is too large to be told from the next. */
  readonly isHuge?: boolean;
}

/** `a whole number from 1 to 1000`, `a number above 0`, `a size of 32MiB or more`. */
export const numberWords = (
  bounds: NumberBounds,
  { written = String, joint = ', ', isHuge = false, ...words }: NumberWords = {},
) => {
  const { isWhole, above, least, most = isWhole && isHuge ? Number.MAX_SAFE_INTEGER : undefined } = bounds;
  const what = words.what ?? (isWhole ? 'a whole number' : 'a number');
  const from = least ?? (isHuge && above === undefined ? Number.MIN_SAFE_INTEGER : undefined);
  if (above !== undefined)
    return `${what} above ${written(above)}${most === undefined ? '' : ` and up to ${written(most)}`}`;
  if (from !== undefined && most !== undefined) return `${what} from ${written(from)} to ${written(most)}`;
  return from === undefined ? what : `${what}${joint}${written(from)} or more`;
};

export const isHuge = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
