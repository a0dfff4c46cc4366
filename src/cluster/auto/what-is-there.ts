import type { FileGraph } from '../../domain/file-graph.js';
import { type FileRole, fileRoles } from '../../domain/inventory.js';
import { folderOf } from '../../util/paths.js';

/** Roles below this share of the files are not worth a word. */
const leastShare = 0.02;

/** What `auto` has seen in a project, for people: packages, roles, how deep its folders are, how many imports tie it. */
export const whatIsThere = ({ files, from, to, kind }: FileGraph): string => {
  if (files.length === 0) return 'no files';
  const packages = new Set(files.map((file) => file.package).filter((path) => path !== '')).size;
  const depth = files.reduce((deepest, { path }) => Math.max(deepest, folderOf(path).split('/').length), 0);
  const counts = new Map<FileRole, number>();
  for (const { role } of files) counts.set(role, (counts.get(role) ?? 0) + 1);
  const roles = fileRoles
    .map((role) => ({ role, share: (counts.get(role) ?? 0) / files.length }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.share - a.share)
    .map(({ role, share }) => `${Math.round(100 * share)} % ${role}`);
  const tied = new Uint8Array(files.length);
  for (let i = 0; i < from.length; i++) if (kind[i] === 0) tied[from[i]] = tied[to[i]] = 1;
  const folders = new Set(files.map(({ path }) => folderOf(path))).size;
  return [
    packages === 0 ? 'one package' : `${packages} ${packages === 1 ? 'package' : 'packages'} below the root`,
    folders === 1 ? 'one folder' : `${folders} folders up to ${depth} deep`,
    roles.join(', '),
    `${tied.reduce((sum, value) => sum + value, 0)} of ${files.length} files tied by imports`,
  ].join('; ');
};
