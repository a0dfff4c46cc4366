import type { Leaf, Subplan } from '../../domain/subplan.js';
import { compareText } from '../../util/compare.js';
import { isWithin, nameOf, upwards } from '../../util/paths.js';
import { isTestPath } from '../../util/test-path.js';
import type { Atlas } from './atlas.js';
import { foldersOf, mainFolder } from './folders.js';

/** What a part is, in words from the project itself: about a folder, or about one file that speaks for the part. */
interface Description {
  readonly of: 'folder' | 'file';
  readonly text: string;
  readonly file: string;
}

/** Files that open what stands beside them. */
const opens = /^(?:readme|index|main|mod|lib|__init__)\b/i;
/** A part speaks for a folder when it holds at least this share of the folder's files. */
const most = 0.5;

export type Describe = (part: Subplan) => Description | undefined;

/**
 * What is written about the folder that the part mostly is, unless the part around it is that already; of a leaf, else
 * what its main file says. Each part is looked at once.
 */
export const createDescribe = (atlas: Atlas): Describe => {
  const known = new Map<string, Description | undefined>();
  const describe: Describe = (part) => {
    if (known.has(part.id)) return known.get(part.id);
    const said = new Set(filesAbove(part.parent));
    const about = folderAbout(atlas, part);
    const own = about && said.has(about.file) ? undefined : about;
    const found = own ?? (part.kind === 'leaf' ? mainFile(atlas, part, said) : undefined);
    known.set(part.id, found);
    return found;
  };
  /** The files that describe the parts around. */
  const filesAbove = (id: string | undefined): string[] => {
    if (id === undefined) return [];
    const around = atlas.plan.get(id);
    const file = describe(around)?.file;
    return [...(file === undefined ? [] : [file]), ...filesAbove(around.parent)];
  };
  return describe;
};

const folderAbout = (atlas: Atlas, part: Subplan): Description | undefined => {
  const paths = atlas.filesOf(part);
  const isRoot = part.parent === undefined;
  for (const folder of isRoot ? [''] : upwards(mainFolder(paths))) {
    if (folder === '' && !isRoot) return undefined;
    if (paths.length < atlas.sizeOfFolder(folder) * most) return undefined;
    const about = atlas.aboutFolder(folder);
    if (about) return { of: 'folder', text: about.text, file: about.file };
  }
  return undefined;
};

/**
 * A file of the folder in which most of the leaf stands, imported by most of the leaf: what all of the project imports
 * says little of the leaf it happens to be in.
 */
const mainFile = (atlas: Atlas, { files }: Leaf, said: ReadonlySet<string>): Description | undefined => {
  const folder = foldersOf(files, 3)[0]?.folder ?? '';
  const [file] = files
    .filter((path) => atlas.noteOn(path) !== undefined && !said.has(path))
    .map((path) => ({
      path,
      strange: Number(!isWithin(folder, path)) + Number(isTestPath(path) && !isTestPath(`${folder}/`)),
      near: atlas.nearImportersOf(path) + (opens.test(nameOf(path)) ? 1 : 0) + atlas.namesIn(path).length / 100,
    }))
    .sort((a, b) => a.strange - b.strange || b.near - a.near || compareText(a.path, b.path));
  return file && { of: 'file', text: atlas.noteOn(file.path) as string, file: file.path };
};
