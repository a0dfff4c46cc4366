/** A word as a shell would have to be given it, so that it can be tried by hand. */
export const shellQuoted = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
