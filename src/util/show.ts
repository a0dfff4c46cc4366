const longest = 80;

/** A value as a message shows it: short, on one line, and telling `undefined`, `NaN` and `'5'` apart. */
export const show = (value: unknown): string => {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol' || typeof value === 'number' || value === undefined) return String(value);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  text ??= Object.prototype.toString.call(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};
