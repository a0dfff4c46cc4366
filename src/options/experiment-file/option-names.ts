/** Times are durations in a file, under names that do not say the unit. */
export const durationNames: Readonly<Record<string, string>> = {
  timeout: 'timeoutMs',
  backoff: 'backoffMs',
  grace: 'graceMs',
  time: 'timeMs',
};

/** The name an option has in the library: `maxParallel` for `max-parallel`, `timeoutMs` for `timeout`. */
export const optionOf = (key: string): string => {
  const name = camelCase(key);
  return Object.hasOwn(durationNames, name) ? durationNames[name] : name;
};

export const camelCase = (key: string): string =>
  key.replace(/([a-z0-9])-([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
