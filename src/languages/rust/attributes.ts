/** What the attributes before an item say of it, as far as that matters here. */
export interface Attributes {
  /** Files that `#[path = "…"]` names, also under a condition: `#[cfg_attr(unix, path = "unix.rs")]`. */
  readonly paths: readonly string[];
  /** Whether the path before is used only under a condition, so that the usual place may count as well. */
  readonly conditional: boolean;
  /** `#[macro_export]`: the macro that follows belongs to the root of the crate. */
  readonly exported: boolean;
}

export const noAttributes: Attributes = { paths: [], conditional: false, exported: false };

const path = /#\[\s*path\s*=\s*r?#*"([^"\n]*)"/y;
const conditional = /#\[\s*cfg_attr\s*\(/y;
const exported = /#\[\s*macro_export\b/y;
const pathWithin = /[,(]\s*path\s*=\s*r?#*"([^"\n]*)"/g;

/** Attributes are short, and few of them name files; what goes on for longer is not looked through. */
const longest = 400;
const most = 32;

/** Adds what one attribute says, given where its `#` is. */
export const withAttribute = (before: Attributes, text: string, at: number): Attributes => {
  if (before.paths.length >= most) return before;
  path.lastIndex = at;
  const given = path.exec(text)?.[1];
  if (given !== undefined) return { ...before, paths: [...before.paths, given] };
  exported.lastIndex = at;
  if (exported.test(text)) return { ...before, exported: true };
  conditional.lastIndex = at;
  if (!conditional.test(text)) return before;
  // To the first bracket that closes: paths hold none.
  const within = text.slice(at, at + longest).replace(/\].*/s, '');
  const paths = [...within.matchAll(pathWithin)].map((match) => match[1]!);
  return paths.length === 0 ? before : { ...before, paths: [...before.paths, ...paths], conditional: true };
};
