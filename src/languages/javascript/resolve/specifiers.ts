export interface PackageName {
  readonly name: string;
  /** What follows the name, without the slash. */
  readonly subpath: string;
}

/** Splits `@scope/name/sub/path` into the package and what is meant in it. */
export const packageName = (specifier: string): PackageName => {
  const first = specifier.indexOf('/');
  const slash = specifier.startsWith('@') && first >= 0 ? specifier.indexOf('/', first + 1) : first;
  return slash < 0
    ? { name: specifier, subpath: '' }
    : { name: specifier.slice(0, slash), subpath: specifier.slice(slash + 1) };
};

/** Without what bundlers add: `./icon.svg?raw`, `!!raw-loader!./text.md`. */
export const bare = (specifier: string): string => {
  const query = specifier.indexOf('?');
  const plain = query < 0 ? specifier : specifier.slice(0, query);
  const loader = plain.lastIndexOf('!');
  return loader < 0 ? plain : plain.slice(loader + 1);
};

export const isRelative = (specifier: string): boolean =>
  specifier.charCodeAt(0) === 46 && /^\.\.?(?:\/|$)/.test(specifier);

/** `node:fs`, `https://…`, `data:…`, `virtual:…`: never a file of the project. */
export const hasScheme = (specifier: string): boolean => /^[a-zA-Z][\w+.-]*:/.test(specifier);
