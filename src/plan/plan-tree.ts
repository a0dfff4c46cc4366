import type { DirectedGraph } from 'graphology';
import type { Bounds } from '../domain/bounds.js';
import type { ClusterTree } from '../domain/cluster-tree.js';
import type { Earlier } from '../domain/earlier.js';
import { SubplanFailure } from '../domain/failure.js';
import { type FileGraph, tieKinds } from '../domain/file-graph.js';
import type { LeftOut, ProjectFile } from '../domain/inventory.js';
import type { LeafGraph } from '../domain/leaf-graph.js';
import type { Measures } from '../domain/measures.js';
import { command, type Message, say, worded } from '../domain/message.js';
import type { Branch, Leaf, Subplan } from '../domain/subplan.js';
import { show } from '../util/show.js';
import { assemble } from './assemble.js';
import { type FileNode, type FileTie, graphOfFiles } from './graph-of-files.js';
import { graphOfLeaves } from './graph-of-leaves.js';
import { brokenInvariants } from './invariants.js';
import type { PlanParts } from './parts.js';
import { parsePlan } from './read.js';
import { type PlanJson, planFormat, planVersion, type TreeJson } from './schema.js';

/** A tree of subplans over the files of a project, with its bounds and measures. Never changes once made. */
export class PlanTree {
  readonly bounds: Bounds;
  readonly goal: string | undefined;
  readonly seed: number;
  readonly measures: Measures;
  /** In tree order. */
  readonly leaves: readonly Leaf[];
  readonly branches: readonly Branch[];
  /** What the project has but no leaf, with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** What a person should know of how the plan came about. */
  readonly notes: readonly string[];
  readonly #parts: PlanParts;
  readonly #subplans: ReadonlyMap<string, Subplan>;

  constructor(parts: PlanParts) {
    const { subplans, measures } = assemble(parts);
    const broken = brokenInvariants(
      subplans,
      parts.graph.files.map(({ path }) => path),
    );
    if (broken.length > 0) throw new Error(`subplan made a plan that breaks its own rules:\n${broken.join('\n')}`);
    this.bounds = parts.bounds;
    this.goal = parts.goal;
    this.seed = parts.seed;
    this.leftOut = parts.leftOut;
    this.notes = parts.notes.map((note) => worded(note));
    this.measures = measures;
    this.leaves = subplans.filter((subplan): subplan is Leaf => subplan.kind === 'leaf');
    this.branches = subplans.filter((subplan): subplan is Branch => subplan.kind === 'branch');
    this.#parts = parts;
    this.#subplans = new Map(subplans.map((subplan) => [subplan.id, subplan]));
  }

  /** A plan from the JSON of `toJSON()`, possibly edited by hand. Throws a failure that names what is wrong. */
  static from<P>(this: new (parts: PlanParts) => P, json: unknown): P {
    return new this(parsePlan(json));
  }

  /** The top of the tree; undefined where the project has no files. */
  get root(): Subplan | undefined {
    return this.#subplans.values().next().value;
  }

  get files(): readonly ProjectFile[] {
    return this.#parts.graph.files;
  }

  /**
   * The notes as data, for surfaces with words of their own. Of a plan that was read, they are text.
   * @internal
   */
  get noteData(): readonly (string | Message)[] {
    return this.#parts.notes;
  }

  /** The subplan with this id. */
  get(id: string): Subplan {
    const subplan = this.#subplans.get(id);
    if (subplan) return subplan;
    throw new SubplanFailure({
      code: 'unknown-subplan',
      message: `there is no subplan ${JSON.stringify(id)} in this plan`,
      nextStep: say`Take an id from ${command('plan')} or from plan.leaves and plan.branches.`,
    });
  }

  /** All subplans in tree order. */
  subplans(): Subplan[] {
    return [...this.#subplans.values()];
  }

  /** The ties of the plan, for those who want to look without a graph library. */
  ties(): FileGraph {
    return this.#parts.graph;
  }

  /** A graphology graph of the files and their ties, to analyse further. Each call makes a new one. */
  graph(of?: 'files'): DirectedGraph<FileNode, FileTie>;
  /** A graphology graph of the leaves and the imports between them. */
  graph(of: 'leaves'): LeafGraph;
  graph(of: 'files' | 'leaves' = 'files'): DirectedGraph<FileNode, FileTie> | LeafGraph {
    switch (of) {
      case 'files':
        return graphOfFiles(this.ties(), this.leaves);
      case 'leaves':
        return graphOfLeaves({ ties: this.ties(), leaves: this.leaves, get: (id) => this.get(id) });
      default:
        throw noSuchGraph(of);
    }
  }

  /**
   * What another plan needs to stay close to this one.
   * @internal
   */
  asEarlier(): Earlier {
    const { graph, tree, bounds, strategy, sizing, stayed } = this.#parts;
    const subplans = this.subplans();
    let next = 0;
    const labelled = (node: ClusterTree): ClusterTree => {
      const { label } = subplans[next++];
      return node.kind === 'leaf' ? { ...node, label } : { ...node, label, children: node.children.map(labelled) };
    };
    return { graph, tree: tree && labelled(tree), bounds, strategy, sizing, stayed };
  }

  toJSON(): PlanJson {
    return {
      ...this.#head(),
      measures: this.measures,
      ...(this.root ? { tree: this.#treeJson(this.root) } : {}),
      ...this.#body(),
    };
  }

  /** The same without what is made again when a plan is read: for those who keep many. */
  essence(): unknown {
    return { ...this.#head(), ...(this.root ? { tree: this.#treeEssence(this.root) } : {}), ...this.#body() };
  }

  get #version() {
    return this.#parts.version ?? planVersion;
  }

  #head() {
    return {
      format: planFormat,
      version: this.#version,
      kind: 'project',
      ...(this.goal === undefined ? {} : { goal: this.goal }),
      seed: this.seed,
      bounds: definedOnly(this.bounds),
      strategy: this.#parts.strategy,
      ...(this.#version === 1 ? {} : { sizing: this.#parts.sizing }),
    } as const;
  }

  #body() {
    const { graph } = this.#parts;
    const { from, to, weight, kind } = graph;
    return {
      imports: graph.imports,
      ...(graph.unread.length > 0 ? { unread: [...graph.unread] } : {}),
      leftOut: [...this.leftOut],
      notes: [...this.notes],
      ...(this.measures.stayed ? { stayed: this.measures.stayed } : {}),
      files: graph.files.map((file) => (this.#version === 1 ? withoutRole(file) : { ...file })),
      ties: Array.from(from, (_, i): PlanJson['ties'][number] => [from[i], to[i], weight[i], tieKinds[kind[i]]]),
    };
  }

  #treeEssence(subplan: Subplan): unknown {
    const { label } = subplan;
    if (subplan.kind === 'leaf') {
      const { reason, files, limits } = subplan;
      return { label, reason, files, ...(limits ? { limits } : {}) };
    }
    const children = subplan.children.map((child) => this.#treeEssence(this.get(child)));
    return { label, split: { by: subplan.split.by }, children };
  }

  #treeJson(subplan: Subplan): TreeJson {
    const { id, label, tokens } = subplan;
    if (subplan.kind === 'branch') {
      return {
        id,
        label,
        tokens,
        split: subplan.split,
        children: subplan.children.map((child) => this.#treeJson(this.get(child))),
      };
    }
    const { reason, files, context, dependsOn, limits } = subplan;
    const lists = { files: [...files], context: [...context], dependsOn: [...dependsOn] };
    return { id, label, tokens, reason, ...lists, ...(limits ? { limits: [...limits] } : {}) };
  }
}

/** As plans of version 1 have it. */
const withoutRole = ({ path, bytes, tokens, language }: ProjectFile) => ({ path, bytes, tokens, language });

const definedOnly = ({ minFiles, maxDepth, maxChildren, maxTokens, maxFiles }: Bounds): PlanJson['bounds'] => ({
  minFiles,
  maxDepth,
  maxChildren,
  ...(maxTokens === undefined ? {} : { maxTokens }),
  ...(maxFiles === undefined ? {} : { maxFiles }),
});

const noSuchGraph = (of: never): SubplanFailure =>
  new SubplanFailure({
    code: 'invalid-options',
    message: 'there is no such graph of a plan',
    nextStep: "Ask for plan.graph('files') or plan.graph('leaves').",
    problems: [{ field: 'graph', expected: '"files" or "leaves"', received: show(of) }],
  });
