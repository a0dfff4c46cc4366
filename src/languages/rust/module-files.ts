import { folderOf, joinPath, nameOf, resolvePath } from '../../util/paths.js';

/** A `mod x;` as the reader tells it. */
export interface ModuleMention {
  /** The inline modules around it: `a::b`. */
  readonly nest: string;
  readonly name: string;
  /** Where the attribute says that its file is. */
  readonly path: string | undefined;
}

export const parseMention = (text: string): ModuleMention => {
  const equals = text.indexOf('=');
  const whole = equals < 0 ? text : text.slice(0, equals);
  const end = whole.lastIndexOf('::');
  return {
    nest: end < 0 ? '' : whole.slice(0, end),
    name: end < 0 ? whole : whole.slice(end + 2),
    path: equals < 0 ? undefined : text.slice(equals + 1),
  };
};

/** The folder that a file's modules have their files in: its own where it is a root or a `mod.rs`. */
const moduleFolder = (file: string, ownsFolder: boolean): string =>
  ownsFolder ? folderOf(file) : file.slice(0, -'.rs'.length);

/** Whether a file's modules lie beside it. Roots and files that a path attribute leads to do so whatever their name. */
export const isModFile = (file: string): boolean => nameOf(file) === 'mod.rs';

interface Place {
  readonly file: string;
  readonly ownsFolder: boolean;
  has(path: string): boolean;
}

/** The file of a module that another file mentions. */
export const fileOfModule = (mention: ModuleMention, { file, ownsFolder, has }: Place): string | undefined => {
  const folder = moduleFolder(file, ownsFolder);
  const { nest, name, path } = mention;
  const usual = path === undefined ? joinPath(nest.replaceAll('::', '/'), name) : path;
  const place = usual.startsWith('./') ? resolvePath(folderOf(file), usual) : resolvePath(folder, usual);
  if (place === undefined) return undefined;
  if (path?.endsWith('.rs')) return has(place) ? place : undefined;
  return [`${place}.rs`, `${place}/mod.rs`, ...(path === undefined ? [] : [place])].find(has);
};
