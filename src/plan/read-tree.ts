import { type Bounds, fits, hasBudget } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { Problem } from '../domain/failure.js';
import type { ProjectFile } from '../domain/inventory.js';
import type { LeafReason } from '../domain/subplan.js';
import { show } from '../util/show.js';
import { checked } from './checked.js';
import { branchJson, leafJson } from './schema.js';

/** Deeper than any plan we make; a file nested without end shall not exhaust the stack. */
const deepest = 500;

/**
 * Reads the tree of a plan, and names what hand-editing broke where it stands: a file twice, nowhere or unknown, an empty
 * leaf, a branch of one child, a field that is missing.
 */
export class TreeReader {
  readonly #bounds: Bounds;
  readonly #problems: Problem[];
  readonly #tokens: ReadonlyMap<string, number>;
  /** By path: its place among the files sorted by path. */
  readonly #index: ReadonlyMap<string, number>;
  /** By path: the leaf that has it. */
  readonly #home = new Map<string, string>();

  /** `files` are sorted by path. */
  constructor(files: readonly ProjectFile[], bounds: Bounds, problems: Problem[]) {
    this.#bounds = bounds;
    this.#problems = problems;
    this.#tokens = new Map(files.map(({ path, tokens }) => [path, tokens]));
    this.#index = new Map(files.map(({ path }, i) => [path, i]));
  }

  read(tree: unknown): ClusterTree | undefined {
    const read = tree === undefined ? undefined : this.#node(tree, 'tree', 0);
    for (const path of this.#tokens.keys()) {
      if (!this.#home.has(path)) this.#say('tree', 'each file in one leaf', `none with ${show(path)}`);
    }
    return read;
  }

  #say(field: string, expected: string, received: string): undefined {
    this.#problems.push({ field, expected, received });
  }

  #node(node: unknown, at: string, depth: number): ClusterTree | undefined {
    if (depth > deepest) return this.#say(at, `at most ${deepest} levels`, 'more');
    const isBranch = typeof node === 'object' && node !== null && 'children' in node;
    return isBranch ? this.#branch(node, at, depth) : this.#leaf(node, at);
  }

  #branch(node: object, at: string, depth: number): ClusterTree | undefined {
    const { value, problems } = checked(branchJson, node, at);
    if (problems) this.#problems.push(...problems);
    if (!value) return undefined;
    if (value.children.length < 2) this.#say(`${at}.children`, 'two or more', `${value.children.length}`);
    const children = value.children.map((child, i) => this.#node(child, `${at}.children.${i}`, depth + 1));
    const { label, split } = value;
    return { kind: 'branch', by: split.by, children: children.filter((child) => child !== undefined), label };
  }

  #leaf(node: unknown, at: string): ClusterTree | undefined {
    const { value, problems } = checked(leafJson, node, at);
    if (problems) this.#problems.push(...problems);
    if (!value) return undefined;
    const { label, reason, files, limits } = value;
    if (files.length === 0) this.#say(`${at}.files`, 'at least one file', 'none');
    files.forEach((path, i) => {
      this.#place(path, `${at}.files.${i}`);
    });
    const sorted = files.map((path) => this.#index.get(path) ?? -1).sort((a, b) => a - b);
    return { kind: 'leaf', files: sorted, reason: this.#reason(files, reason), label, ...(limits ? { limits } : {}) };
  }

  #place(path: string, at: string): void {
    const before = this.#home.get(path);
    if (before !== undefined) this.#say(at, 'each file in one leaf', `${show(path)}, which also stands at ${before}`);
    else if (!this.#tokens.has(path)) this.#say(at, 'a path listed in files', show(path));
    this.#home.set(path, at);
  }

  /** With a budget the reason follows from the files, whatever they were before somebody moved some. */
  #reason(files: readonly string[], given: LeafReason): LeafReason {
    if (!hasBudget(this.#bounds)) return given;
    const tokens = files.reduce((sum, path) => sum + (this.#tokens.get(path) ?? 0), 0);
    return fits({ files: files.length, tokens }, this.#bounds) ? 'fits' : 'over-budget';
  }
}
