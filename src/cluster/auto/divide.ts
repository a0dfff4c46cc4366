import { fits, hasBudget, type Load } from '../../domain/bounds.js';
import { nameOf } from '../../util/paths.js';
import type { Ground } from '../ground.js';
import { isNumbered, loadOf } from './bundle.js';
import { type Folder, itemsBelow } from './folders.js';
import type { Item } from './items.js';
import { looseParts } from './loose.js';
import { type BranchPart, leafPart, type Part } from './part.js';
import { mainOf, sideOf } from './sides.js';
import type { Dividing } from './sizes.js';

/** Sub-folders are a series when more than this share of them are numbered; they are packed in their order. */
const mostly = 0.6;

const restShare = 0.5;

/** Divides a folder along its sub-folders until each part fits a leaf; what stands loose is put together by its ties. */
export const divide = (dividing: Dividing, folder: Folder): Part =>
  fits(folder, dividing.room) && !holdsPackages(dividing, folder)
    ? leafPart(folder.path, itemsBelow(folder))
    : divided(dividing, folder);

/** Where no budget is set, packages of enough files are parts of their own, however small they are. */
const holdsPackages = ({ ground, room }: Dividing, folder: Folder): boolean => {
  if (hasBudget(ground.bounds)) return false;
  const count = ({ folders }: Folder): number =>
    folders.reduce((sum, one) => sum + (one.isPackage ? Number(isPart(one)) : count(one)), 0);
  const isPart = (one: Folder) => one.files >= room.minFiles && sideOfItem(ground, asItem(one)) === 'source';
  return count(folder) > 1;
};

/** The same for the whole project where no budget is set: its natural parts stand apart, however small it is. */
export const divideWhole = (dividing: Dividing, folder: Folder): Part => {
  const [only] = folder.folders;
  if (folder.items.length === 0 && folder.folders.length === 1) return divideWhole(dividing, only);
  return divided(dividing, folder, true);
};

const divided = (dividing: Dividing, folder: Folder, isWhole = false): Part => {
  const { room } = dividing;
  const isSeries =
    folder.folders.filter(({ path }) => isNumbered(nameOf(path))).length > mostly * folder.folders.length;
  const isOfTools = (one: Folder) => folder.path === '' && one.path.startsWith('.');
  const isLoose = (one: Folder) => isSmall(one, dividing) || ((isSeries || isOfTools(one)) && fits(one, room));
  const loose = [...folder.items, ...folder.folders.filter(isLoose).map(asItem)];
  const inner = folder.folders.filter((one) => !isLoose(one));
  if (inner.length === 1 && folder.path !== '' && isRest(dividing, loose)) {
    return divide(dividing, { ...folder, items: [...loose, ...inner[0].items], folders: inner[0].folders });
  }
  const parts = inner.map((one) => divide(dividing, one));
  const isAlone = isWhole && parts.length === 0;
  const bundles = bySide(dividing, folder, loose).map((some) => looseParts(dividing, some, isAlone));
  return branchPart(folder.path, parts.length > 0 || bundles.length !== 1 ? 'directory' : bundles[0].by, [
    ...bundles.flatMap(({ items, stopped }) => items.map((some) => leafPart(folder.path, some, stopped))),
    ...parts,
  ]);
};

/** What stands beside a single sub-folder belongs with what stands in it, as long as it is not much. */
const isRest = ({ room }: Dividing, loose: readonly Item[]): boolean => {
  const { files, tokens } = loadOf(loose);
  const { maxTokens = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = room;
  return tokens <= restShare * maxTokens && files <= restShare * maxFiles;
};

/** Loose items by what they are for: at the root always, below it where that is enough for a leaf. */
const bySide = ({ ground, room }: Dividing, { path }: Folder, loose: readonly Item[]): Item[][] => {
  const sides = new Map<string, Item[]>();
  for (const item of loose) {
    const side = sideOfItem(ground, item);
    const some = sides.get(side);
    if (some) some.push(item);
    else sides.set(side, [item]);
  }
  const size = (items: readonly Item[]) => items.reduce((sum, { tokens }) => sum + tokens, 0);
  const sorted = [...sides.values()].sort((a, b) => size(b) - size(a));
  if (path === '') return sorted;
  const isOwn = (items: readonly Item[]) => size(items) >= (room.maxTokens ?? Number.POSITIVE_INFINITY) / 2;
  const [first = [], ...others] = sorted;
  const main = [...first, ...others.filter((items) => !isOwn(items)).flat()];
  return main.length === 0 ? [] : [main, ...others.filter(isOwn)];
};

const sideOfItem = ({ files }: Ground, { files: its, home }: Item): string => {
  const counts = new Map<string, number>();
  for (const file of its) {
    const { role, tokens, path } = files[file];
    const side = role === 'data' && (home === '' || path.startsWith('.')) ? 'project' : sideOf(role);
    counts.set(side, (counts.get(side) ?? 0) + tokens + 1);
  }
  return mainOf(counts);
};

/** A branch over some parts; the part itself where there is only one. */
export const branchPart = (folder: string, by: BranchPart['by'], children: readonly Part[]): Part =>
  children.length === 1 ? children[0] : { kind: 'branch', folder, by, children };

const isSmall = (
  { files, tokens, isPackage }: Load & { readonly isPackage: boolean },
  { room, small }: Dividing,
): boolean => {
  if (files < room.minFiles) return tokens < (room.maxTokens ?? Number.POSITIVE_INFINITY) / 2;
  return !isPackage && tokens < small.tokens && files < small.files;
};

const asItem = (folder: Folder): Item => {
  const items = itemsBelow(folder);
  return {
    files: items.flatMap(({ files }) => [...files]).sort((a, b) => a - b),
    tokens: folder.tokens,
    home: folder.path,
    lead: items[0].lead,
    path: folder.path,
  };
};
