export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

// A string is matched whole so that what looks like a comment inside one is left alone. Unclosed ones match to the end
// of what they can, so that nothing is scanned again.
const tokens =
  /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** Reads JSON as configuration files have it: with comments, trailing commas, a byte order mark. */
export const parseJson = (text: string | undefined): JsonObject | undefined => {
  if (text === undefined) return undefined;
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  for (const attempt of [() => plain, () => plain.replace(tokens, (token) => (token[0] === '"' ? token : ''))]) {
    try {
      const value: unknown = JSON.parse(attempt());
      return isObject(value) ? value : undefined;
    } catch {
      // A configuration that cannot be read says nothing; the imports it would explain stay unresolved.
    }
  }
  return undefined;
};
