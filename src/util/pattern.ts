const written = /^\/(.*)\/([dimsuv]*)$/s;

/** Reads a pattern, which may be written with its flags: `/rate limit/i`. Throws where it is none. */
export const readPattern = (text: string): RegExp => {
  const [, source = text, flags = ''] = written.exec(text) ?? [];
  return new RegExp(source, flags);
};

/** A pattern as text that can be read again; where it would go on looking does not matter. */
export const patternText = ({ source, flags }: RegExp): string => `/${source}/${flags.replace(/[gy]/g, '')}`;
