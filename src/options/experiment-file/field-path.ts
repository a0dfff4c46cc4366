/** A field of a field: `arms.with`, or `arms["a b"]` where the name is no plain word. */
export const fieldOf = (field: string, name: string | number): string => {
  if (typeof name === 'number') return `${field}[${name}]`;
  if (!/^[\p{L}_][\p{L}\d_-]*$/u.test(name)) return `${field}[${JSON.stringify(name)}]`;
  return field === '' ? name : `${field}.${name}`;
};
