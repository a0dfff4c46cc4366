import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { decompose, Plan, type PlanJson, type Subplan } from '../../src/index.js';
import { seededRandom, shuffled } from '../../src/util/random.js';
import * as projects from './projects.js';
import type { Scene } from './world.js';

const filesBelow = (plan: Plan, subplan: Subplan): string[] =>
  subplan.kind === 'leaf' ? [...subplan.files] : subplan.children.flatMap((id) => filesBelow(plan, plan.get(id)));

Given(
  'a monorepo of {int} products, each with {int} packages of {int} modules of {int} features of {int} files that import their own feature most',
  function (this: Scene, products: number, packs: number, modules: number, features: number, files: number) {
    this.project.files = projects.layers([products, packs, modules, features], files);
  },
);
Given('40 files in three levels of folders', function (this: Scene) {
  this.project.files = projects.threeLevels();
});
Given('a project of {int} packages with {int} files each', function (this: Scene, packs: number, files: number) {
  this.project.files = projects.packages(packs, files);
});
Given(
  /^a project of (\d+) packages with (\d+) files each, its paths written (.+)$/,
  function (this: Scene, packs: string, files: string, form: string) {
    this.project.plain = projects.packages(Number(packs), Number(files));
    const forms: Record<string, (path: string) => string> = {
      'as absolute paths': (path) => `/home/someone/checkouts/project/${path}`,
      'with a deep common prefix': (path) => `/a/b/c/d/e/f/g/h/i/j/${path}`,
      'with Windows separators': (path) => `C:\\work\\project\\${path.replaceAll('/', '\\')}`,
    };
    this.project.files = this.project.plain.map((file) => ({
      ...file,
      path: forms[form](file.path),
      imports: file.imports?.map(forms[form]),
    }));
  },
);
Given('{int} files in one folder that all import each other', function (this: Scene, count: number) {
  this.project.files = projects.inOneFolder(count, 1000, true);
});
Given('one file of {int} tokens', function (this: Scene, tokens: number) {
  this.project.touched = { path: this.project.files[17].path, to: 0 };
  this.project.files = this.project.files.map((file, i) => (i === 17 ? { ...file, tokens } : file));
});
Given(
  '{int} files in one folder that all import each other, of {int} tokens each',
  function (this: Scene, count: number, tokens: number) {
    this.project.files = projects.inOneFolder(count, tokens, true);
  },
);
Given(
  '{int} files in one folder without imports, of {int} tokens each',
  function (this: Scene, count: number, tokens: number) {
    this.project.files = projects.inOneFolder(count, tokens, false);
  },
);
Given('{int} groups of {int} files that import only each other', function (this: Scene, count: number, each: number) {
  this.project.files = projects.groups(count, each);
});
Given('a budget of {int} tokens', function (this: Scene, maxTokens: number) {
  this.project.options = { ...this.project.options, maxTokens };
});
Given(/^a (maxDepth|maxChildren|minFiles|maxFiles) of (\d+)$/, function (this: Scene, option: string, value: string) {
  this.project.options = { ...this.project.options, [option]: Number(value) };
});

const leavesOf = (json: PlanJson): { files: string[] }[] => {
  const visit = (node: NonNullable<PlanJson['tree']>): { files: string[] }[] =>
    'children' in node ? node.children.flatMap(visit) : [node];
  return json.tree ? visit(json.tree) : [];
};
Given(
  /^its plan, written to a file, in which a file was (copied to a second|moved to another) leaf$/,
  async function (this: Scene, how: string) {
    this.project.json = JSON.parse(JSON.stringify(await decompose({ files: this.project.files })));
    const leaves = leavesOf(this.project.json);
    const path = leaves[0].files[2];
    leaves[1].files.push(path);
    if (how.startsWith('moved')) leaves[0].files.splice(2, 1);
    this.project.touched = { path, to: 1 };
  },
);

When('it is decomposed', async function (this: Scene) {
  this.project.plan = await decompose({ files: this.project.files, ...this.project.options });
});
When('it is decomposed in ten shuffled orders', async function (this: Scene) {
  for (let seed = 1; seed <= 10; seed++) {
    const files = [...shuffled(this.project.files.length, seededRandom(seed))].map((i) => this.project.files[i]);
    this.project.texts.push(JSON.stringify(await decompose({ files, ...this.project.options })));
  }
});
When('the plan is read', function (this: Scene) {
  try {
    this.project.plan = Plan.from(this.project.json);
  } catch (error) {
    this.project.failure = error as Error;
  }
});
When(/^a project is decomposed with (\w+) of (\S+)$/, function (this: Scene, option: string, value: string) {
  try {
    decompose({ files: [], [option]: Number(value) });
  } catch (error) {
    this.project.failure = error as Error;
  }
});

Then('the tree reaches {int} or more levels below the root', function (this: Scene, levels: number) {
  assert.ok(
    this.project.plan.measures.depth >= levels,
    `the deepest leaf stands at ${this.project.plan.measures.depth}`,
  );
});
Then('no branch was split by grouping or packing', function (this: Scene) {
  assert.deepEqual(
    this.project.plan.branches
      .filter(({ split }) => split.by === 'grouping' || split.by === 'packing')
      .map(({ label }) => label),
    [],
  );
});
/** The imports between different sets of files. */
const cutBetween = (plan: Plan, sets: readonly (readonly string[])[]): number => {
  const setOf = new Map(sets.flatMap((paths, set) => paths.map((path) => [path, set])));
  const { files, from, to, kind } = plan.ties();
  let cut = 0;
  for (let i = 0; i < from.length; i++) {
    const [a, b] = [setOf.get(files[from[i]].path), setOf.get(files[to[i]].path)];
    if (kind[i] === 0 && a !== undefined && b !== undefined && a !== b) cut++;
  }
  return cut;
};
Then('no branch cuts more imports than path-order chunks of the same sizes', function (this: Scene) {
  for (const branch of this.project.plan.branches) {
    const sorted = filesBelow(this.project.plan, branch).sort();
    const chunks = branch.children.map((id) =>
      sorted.splice(0, filesBelow(this.project.plan, this.project.plan.get(id)).length),
    );
    assert.ok(branch.split.cut <= cutBetween(this.project.plan, chunks), `${branch.label} cuts ${branch.split.cut}`);
  }
});
Then('every module stands under one branch', function (this: Scene) {
  const moduleOf = (path: string) => path.split('/').slice(0, 3).join('/');
  const modules = new Set(this.project.files.map(({ path }) => moduleOf(path)));
  const whole = this.project.plan.branches.filter(
    (branch) => new Set(filesBelow(this.project.plan, branch).map(moduleOf)).size === 1,
  );
  const found = new Set(whole.map((branch) => moduleOf(filesBelow(this.project.plan, branch)[0])));
  assert.deepEqual([...found].sort(), [...modules].sort());
});
Then('no leaf is deeper than {int}', function (this: Scene, depth: number) {
  assert.ok(
    this.project.plan.leaves.every((leaf) => leaf.depth <= depth),
    `the deepest leaf stands at ${this.project.plan.measures.depth}`,
  );
});
Then('there is more than one leaf', function (this: Scene) {
  assert.ok(this.project.plan.leaves.length > 1);
});
Then('there are at least {int} leaves', function (this: Scene, count: number) {
  assert.ok(this.project.plan.leaves.length >= count, `there are ${this.project.plan.leaves.length}`);
});
Then('there are at most {int} leaves', function (this: Scene, count: number) {
  assert.ok(this.project.plan.leaves.length <= count, `there are ${this.project.plan.leaves.length}`);
});
Then('there are {int} leaves', function (this: Scene, count: number) {
  assert.equal(this.project.plan.leaves.length, count);
});
Then('no leaf mixes packages', function (this: Scene) {
  for (const { files } of this.project.plan.leaves)
    assert.equal(new Set(files.map((path) => path.split('/')[1])).size, 1);
});
Then('the ids are those of the same project with plain relative paths', async function (this: Scene) {
  // The folder that all files share is not part of the project when the paths are absolute.
  const inside = this.project.plain?.map((file) => ({
    ...file,
    path: file.path.replace('packages/', ''),
    imports: file.imports?.map((path) => path.replace('packages/', '')),
  }));
  const plain = await decompose({ files: inside, ...this.project.options });
  assert.deepEqual(
    this.project.plan.leaves.map(({ id }) => id),
    plain.leaves.map(({ id }) => id),
  );
});
Then('the plan is a single leaf with reason {string}', function (this: Scene, reason: string) {
  assert.deepEqual([this.project.plan.leaves.length, this.project.plan.leaves[0]?.reason], [1, reason]);
  assert.equal(this.project.plan.leaves[0].files.length, this.project.files.length);
});
Then('no leaf has more than {int} tokens', function (this: Scene, tokens: number) {
  assert.deepEqual(
    this.project.plan.leaves.filter((leaf) => leaf.tokens > tokens).map(({ label }) => label),
    [],
  );
});
Then('no leaf has more than {int} files', function (this: Scene, count: number) {
  assert.ok(this.project.plan.leaves.every(({ files }) => files.length <= count));
});
Then('no leaf has fewer than {int} files', function (this: Scene, count: number) {
  assert.ok(this.project.plan.leaves.every(({ files }) => files.length >= count));
});
Then('the leaves are runs of path order within the budget', function (this: Scene) {
  assert.deepEqual(
    this.project.plan.leaves.flatMap(({ files }) => files),
    this.project.files.map(({ path }) => path).sort(),
  );
});
Then('the root was split by {string}', function (this: Scene, by: string) {
  assert.equal(this.project.plan.branches[0].split.by, by);
});
Then('no bound is relaxed', function (this: Scene) {
  assert.deepEqual(this.project.plan.measures.relaxed, []);
});
Then('no branch has more than {int} children', function (this: Scene, count: number) {
  assert.ok(this.project.plan.branches.every(({ children }) => children.length <= count));
});
Then('no branch fits the budget', function (this: Scene) {
  assert.ok(this.project.plan.branches.every(({ tokens }) => tokens > (this.project.options.maxTokens as number)));
});
Then('that file stands alone with reason {string}', function (this: Scene, reason: string) {
  const leaf = this.project.plan.leaves.find(({ files }) => files.includes(this.project.touched?.path as string));
  assert.deepEqual([leaf?.files.length, leaf?.reason], [1, reason]);
});
const relaxedIds = (plan: Plan, bound: string) =>
  plan.measures.relaxed.find((entry) => entry.bound === bound)?.subplans;
Then('{string} is relaxed for that leaf only', function (this: Scene, bound: string) {
  const leaf = this.project.plan.leaves.find(({ files }) => files.includes(this.project.touched?.path as string));
  assert.deepEqual(relaxedIds(this.project.plan, bound), [leaf?.id]);
});
Then('{string} is relaxed for the root only', function (this: Scene, bound: string) {
  assert.deepEqual(relaxedIds(this.project.plan, bound), [this.project.plan.root?.id]);
});
Then('{string} is relaxed for every leaf', function (this: Scene, bound: string) {
  assert.deepEqual(
    relaxedIds(this.project.plan, bound),
    this.project.plan.leaves.map(({ id }) => id),
  );
});
Then('no group is spread over two leaves', function (this: Scene) {
  const leafOf = new Map(this.project.plan.leaves.flatMap(({ id, files }) => files.map((path) => [path, id])));
  for (const { path, imports = [] } of this.project.files)
    for (const other of imports) assert.equal(leafOf.get(other), leafOf.get(path));
});
Then('there are no branches', function (this: Scene) {
  assert.equal(this.project.plan.branches.length, 0);
});
Then('there are no leaves and no branches', function (this: Scene) {
  assert.deepEqual([this.project.plan.leaves.length, this.project.plan.branches.length], [0, 0]);
});
Then('all ten plans are the same to the byte', function (this: Scene) {
  assert.equal(this.project.texts.length, 10);
  assert.equal(new Set(this.project.texts).size, 1);
});
Then('it is refused, and the message names the file and both places', function (this: Scene) {
  assert.ok(this.project.failure, 'it was accepted');
  assert.match(this.project.failure.message, new RegExp(this.project.touched?.path.replaceAll('.', '\\.') as string));
  assert.match(this.project.failure.message, /tree\.children\.\d+\.files\.\d+: .*tree\.children\.\d+\.files\.2/);
});
Then('the file stands in the leaf it was moved to', function (this: Scene) {
  assert.equal(this.project.failure, undefined);
  assert.ok(this.project.plan.leaves[1].files.includes(this.project.touched?.path as string));
});
Then(/^it is refused, and the message names (\w+) and (\S+)$/, function (this: Scene, option: string, value: string) {
  assert.ok(this.project.failure, 'it was accepted');
  assert.match(this.project.failure.message, new RegExp(`${option}: expected .*, got ${value}`));
});
