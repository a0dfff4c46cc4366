/** `a, b and c` as names. */
export const listed = (text: string): string[] => text.split(/, | and /);

/** A value as a scenario writes it: JSON, a number that JSON has not, or a plain word. */
export const readValue = (text: string): unknown => {
  if (text === 'NaN' || text === 'Infinity') return Number(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** `maxParallel 3, limits {"db":2} and order plan` as options. */
export const readSettings = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    listed(text).map((setting) => {
      const [name, ...value] = setting.split(' ');
      return [name, readValue(value.join(' '))];
    }),
  );
