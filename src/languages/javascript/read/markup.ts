/** A `<script>` of a `.vue` or `.svelte` file. */
export interface ScriptElement {
  readonly text: string;
  readonly lang: string;
  readonly src: string | undefined;
}

const opening = /<!--|<script(?=[\s>/])/gi;
const closing = /<\/script/gi;
const attribute = /(?:^|\s)(lang|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** Where `pattern` is found from `at` on; -1 where it is not. */
const find = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? -1;
};

/** The `>` that ends the tag at `at`, past quoted values; -1 where the text ends before. By hand: linear on any text. */
const tagEnd = (text: string, at: number): number => {
  let quote = 0;
  for (let next = at; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return next;
  }
  return -1;
};

const attributesOf = (text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name, double, single, bare]) => [name, double ?? single ?? bare]),
  );

/** The scripts of a single-file component; those in HTML comments are none. */
export const scriptElements = (text: string): ScriptElement[] => {
  const elements: ScriptElement[] = [];
  for (let at = find(opening, text, 0); at >= 0; ) {
    if (text.startsWith('<!--', at)) {
      const close = text.indexOf('-->', at + 4);
      if (close < 0) break;
      at = find(opening, text, close + 3);
      continue;
    }
    const end = tagEnd(text, at);
    if (end < 0) break;
    const attributes = text.slice(at + '<script'.length, end);
    const { lang = '', src } = attributesOf(attributes);
    const close = attributes.endsWith('/') ? end + 1 : find(closing, text, end + 1);
    const to = close < 0 ? text.length : close;
    elements.push({ text: text.slice(end + 1, to), lang: lang.toLowerCase(), src });
    at = find(opening, text, to);
  }
  return elements;
};
