/** A field of a field: `arms.with`, or `arms["a b"]` where the name is no plain word. */
export const fieldOf = (field: string, name: string | number): string => {
  if (typeof name === 'number') return `${field}[${name}]`;
  if (!/^[\p{L}_][\p{L}\d_-]*$/u.test(name)) return `${field}[${JSON.stringify(name)}]`;
  return field === '' ? name : `${field}.${name}`;
};

const step = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/gy;

/** The names and numbers that lead to a field, from the outside. */
export const stepsTo = (field: string): (string | number)[] =>
  [...field.matchAll(step)].map(([, index, quoted, word]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : word,
  );
