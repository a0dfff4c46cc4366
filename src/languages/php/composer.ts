import { joinPath, normalizePath } from '../../util/paths.js';

/** What a `composer.json` says about where classes are. All folders and files as paths of the project. */
export interface Composer {
  readonly psr4: readonly Place[];
  readonly psr0: readonly Place[];
  readonly classmap: readonly string[];
  /** Files of the class map that are left out of it. */
  readonly excluded: readonly RegExp[];
}

/** A folder that holds the classes whose names begin with `prefix`, which has no backslash at its end. */
export interface Place {
  readonly prefix: string;
  readonly folder: string;
}

/** Reads a `composer.json` that stands in `folder`; what it gets wrong is passed over. */
export const parseComposer = (text: string, folder: string): Composer => {
  const file = parsed(text);
  const sections = [record(file.autoload), record(file['autoload-dev'])];
  const paths = (given: unknown): string[] => strings(given).flatMap((path) => within(folder, path));
  const places = (name: string): Place[] =>
    sections.flatMap((section) =>
      Object.entries(record(section[name])).flatMap(([prefix, folders]) =>
        paths(folders).map((found) => ({ prefix: prefix.replace(/^\\+|\\+$/g, ''), folder: found })),
      ),
    );
  return {
    psr4: places('psr-4'),
    psr0: places('psr-0'),
    classmap: sections.flatMap((section) => paths(section.classmap)),
    excluded: sections.flatMap((section) =>
      paths(section['exclude-from-classmap']).map((pattern) => new RegExp(`^${expression(pattern)}(?:$|/)`)),
    ),
  };
};

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
};

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

const within = (folder: string, path: string): string[] => {
  const found = normalizePath(joinPath(folder, path));
  return found === undefined ? [] : [found];
};

/** `*` stands for anything within a name, `**` for folders too. */
const expression = (pattern: string): string =>
  pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^/]+'),
    )
    .join('.+');
