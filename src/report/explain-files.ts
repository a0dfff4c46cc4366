import { type FileRole, fileRoles, type ProjectFile } from '../domain/inventory.js';
import { type Named, named } from './lineage.js';
import type { PlanView } from './plan-view.js';

export interface FilesExplanation {
  readonly kind: 'folder' | 'package' | 'role';
  /** The path of the folder or package, or the role. */
  readonly name: string;
  readonly files: readonly Omit<ProjectFile, 'bytes'>[];
  readonly tokens: number;
  /** The leaves that hold them, that with the most tokens of them first. */
  readonly leaves: readonly HoldingLeaf[];
}

interface HoldingLeaf extends Named {
  /** How many of the files it holds, and their tokens. */
  readonly files: number;
  readonly tokens: number;
  /** All it holds. */
  readonly of: { readonly files: number; readonly tokens: number };
}

/** Files that are meant together but are no subplan: those of a folder, of a package or of a role; undefined where there are none. */
export const explainFiles = (plan: PlanView, query: string): FilesExplanation | undefined => {
  const { files: all } = plan.ties();
  const below = `${query}/`;
  const inFolder = all.filter(({ path }) => path.startsWith(below));
  if (inFolder.length > 0) {
    const kind = inFolder.some((file) => file.package === query) ? 'package' : 'folder';
    return explained(plan, { kind, name: query }, inFolder);
  }
  if (!fileRoles.includes(query as FileRole)) return undefined;
  const ofRole = all.filter(({ role }) => role === query);
  return ofRole.length === 0 ? undefined : explained(plan, { kind: 'role', name: query }, ofRole);
};

const explained = (
  plan: PlanView,
  what: Pick<FilesExplanation, 'kind' | 'name'>,
  files: readonly ProjectFile[],
): FilesExplanation => {
  const tokensOf = new Map(files.map(({ path, tokens }) => [path, tokens]));
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const leaves = plan.leaves.flatMap((leaf): HoldingLeaf[] => {
    const held = leaf.files.flatMap((path) => tokensOf.get(path) ?? []);
    const of = { files: leaf.files.length, tokens: leaf.tokens };
    return held.length === 0 ? [] : [{ ...named(leaf), files: held.length, tokens: sum(held), of }];
  });
  return {
    ...what,
    files: files.map(({ bytes, ...file }) => file),
    tokens: sum(files.map(({ tokens }) => tokens)),
    leaves: leaves.sort((a, b) => b.tokens - a.tokens),
  };
};
