/** `12,345`; below a hundred, two digits behind the point where a sum of fractions is not whole. */
export const count = (value: number): string => {
  const [whole, rest] = String(value < 100 ? Math.round(value * 100) / 100 : Math.round(value)).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? `.${rest}` : '');
};

const steps = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** For columns: `940`, `1.4k`, `158k`, `1.2M`. */
export const brief = (value: number): string => {
  for (const [size, letter] of steps) {
    // 999,950 rounds up to 1.0M, not to 1000k.
    if (value < size && Math.round(value / (size / 1e3)) < 1e3) continue;
    const scaled = value / size;
    return scaled >= 99.95 ? `${Math.round(scaled)}${letter}` : `${scaled.toFixed(1)}${letter}`;
  }
  return count(value);
};

/** `41 %`, and never a rounded 0 % or 100 % for what is not. */
export const percent = (share: number): string => {
  if (share > 0 && share < 0.005) return 'under 1 %';
  if (share < 1 && share >= 0.995) return 'over 99 %';
  return `${Math.round(share * 100)} %`;
};

/** `1 file`, `12,345 files`. */
export const some = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`;
