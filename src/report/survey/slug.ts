/**
 * Makes the anchors that GitHub makes of headings: lower case, letters, marks, digits, underscores and hyphens only,
 * spaces as hyphens, and a number behind the second of the same. Has to see every heading of a page, in order.
 */
export const createSlugs = (): ((heading: string) => string) => {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
};

/** A heading's words: without what GitHub would turn into a picture, which leaves the anchor without it. */
export const headingWords = (text: string): string =>
  text
    .replace(/:(?=[\w+-]+:)/g, ': ')
    .replace(/\s+/g, ' ')
    .trim();
