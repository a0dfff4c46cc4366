/** XML 1.0 has no way at all to write these. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** A parser makes spaces of line breaks in attributes; terminals obey controls, and bidi overrides mislead. */
const hidden = /[\t\n\r\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text with a mark in place of what XML cannot write, for a writer that escapes the rest. */
export const xmlCharacters = (text: string): string => text.replace(forbidden, '\ufffd');

/** Text within an element or an attribute in double quotes, which comes back as it is but for what cannot be written. */
export const xmlText = (text: string): string =>
  xmlCharacters(text)
    .replace(/[&<>"]/g, (char) => names[char])
    .replace(hidden, (char) => `&#${char.codePointAt(0)};`);

/** ` name="value"` for each that is there. */
export const xmlAttributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('');
