const counts: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };
const durations: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 60e3, min: 60e3, h: 3_600e3 };

/** A number with a unit behind it. Text that is none is returned as it is. */
export const scaled = (text: string, units: Readonly<Record<string, number>>): number | string => {
  const match = /^(-?\d+(?:[_,]\d{3})*(?:\.\d+)?|-?\d+)\s*([a-z]*)$/i.exec(text.trim());
  const unit = match ? units[match[2].toLowerCase()] : undefined;
  if (!match || unit === undefined) return text;
  // 1.1k is 1100, not 1100.0000000000002.
  const value = Number((Number(match[1].replace(/[_,]/g, '')) * unit).toPrecision(15));
  return Number.isFinite(value) ? value : text;
};

/** `30000`, `30_000`, `30,000`, `30k`, `1.5M`. */
export const readCount = (text: string): number | string => scaled(text, counts);

/** `500ms`, `30s`, `1.5m`, `1h`, in milliseconds. A bare number says nothing of its unit, so only `0` is taken. */
export const readDuration = (text: string): number | string => (text.trim() === '0' ? 0 : scaled(text, durations));
