import { visibleJson } from './visible.js';

/**
 * Any value as JSON that is safe to show. A task may return what JSON does not know (maps, sets, big numbers, circles,
 * getters that throw): that is written as near to it as can be, and never costs the report it stands in.
 */
export const jsonText = (value: unknown, indent = 0): string => {
  try {
    return visibleJson(JSON.stringify(value, replacer(), indent) ?? 'null');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return visibleJson(JSON.stringify(`[cannot be written: ${why}]`));
  }
};

interface Ancestor {
  readonly raw: unknown;
  readonly written: unknown;
}

const replacer = (): ((this: unknown, key: string, value: unknown) => unknown) => {
  const above: Ancestor[] = [];
  return function (_, raw) {
    if (typeof raw === 'bigint') return String(raw);
    if (typeof raw !== 'object' || raw === null) return raw;
    while (above.length > 0 && above.at(-1)?.written !== this) above.pop();
    if (above.some((one) => one.raw === raw)) return '[circular]';
    const written = plain(raw);
    above.push({ raw, written });
    return written;
  };
};

const plain = (value: object): unknown => {
  if (value instanceof Map) {
    const entries = [...value];
    return entries.every(([key]) => typeof key === 'string') ? Object.fromEntries(entries) : entries;
  }
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { ...value, name: value.name, message: value.message };
  return value;
};
