import assert from 'node:assert/strict';
import { Given, setWorldConstructor, Then, When, World } from '@cucumber/cucumber';
import {
  type DecomposeOptions,
  decompose,
  type GivenFile,
  Plan,
  type PlanJson,
  type Subplan,
} from '../../src/index.js';
import { seededRandom, shuffled } from '../../src/util/random.js';
import * as projects from './projects.js';

class Project extends World {
  files: GivenFile[] = [];
  plain: GivenFile[] | undefined;
  options: DecomposeOptions = {};
  plan!: Plan;
  texts: string[] = [];
  json!: PlanJson;
  touched: { path: string; to: number } | undefined;
  failure: Error | undefined;
}
setWorldConstructor(Project);

const filesBelow = (plan: Plan, subplan: Subplan): string[] =>
  subplan.kind === 'leaf' ? [...subplan.files] : subplan.children.flatMap((id) => filesBelow(plan, plan.get(id)));

Given(
  'a monorepo of {int} products, each with {int} packages of {int} modules of {int} features of {int} files that import their own feature most',
  function (this: Project, products: number, packs: number, modules: number, features: number, files: number) {
    this.files = projects.layers([products, packs, modules, features], files);
  },
);
Given('40 files in three levels of folders', function (this: Project) {
  this.files = projects.threeLevels();
});
Given('a project of {int} packages with {int} files each', function (this: Project, packs: number, files: number) {
  this.files = projects.packages(packs, files);
});
Given(
  /^a project of (\d+) packages with (\d+) files each, its paths written (.+)$/,
  function (this: Project, packs: string, files: string, form: string) {
    this.plain = projects.packages(Number(packs), Number(files));
    const forms: Record<string, (path: string) => string> = {
      'as absolute paths': (path) => `/home/someone/checkouts/project/${path}`,
      'with a deep common prefix': (path) => `/a/b/c/d/e/f/g/h/i/j/${path}`,
      'with Windows separators': (path) => `C:\\work\\project\\${path.replaceAll('/', '\\')}`,
    };
    this.files = this.plain.map((file) => ({
      ...file,
      path: forms[form](file.path),
      imports: file.imports?.map(forms[form]),
    }));
  },
);
Given('{int} files in one folder that all import each other', function (this: Project, count: number) {
  this.files = projects.inOneFolder(count, 1000, true);
});
Given('one file of {int} tokens', function (this: Project, tokens: number) {
  this.touched = { path: this.files[17].path, to: 0 };
  this.files = this.files.map((file, i) => (i === 17 ? { ...file, tokens } : file));
});
Given(
  '{int} files in one folder that all import each other, of {int} tokens each',
  function (this: Project, count: number, tokens: number) {
    this.files = projects.inOneFolder(count, tokens, true);
  },
);
Given(
  '{int} files in one folder without imports, of {int} tokens each',
  function (this: Project, count: number, tokens: number) {
    this.files = projects.inOneFolder(count, tokens, false);
  },
);
Given('{int} groups of {int} files that import only each other', function (this: Project, count: number, each: number) {
  this.files = projects.groups(count, each);
});
Given('a budget of {int} tokens', function (this: Project, maxTokens: number) {
  this.options = { ...this.options, maxTokens };
});
Given(/^a (maxDepth|maxChildren|minFiles|maxFiles) of (\d+)$/, function (this: Project, option: string, value: string) {
  this.options = { ...this.options, [option]: Number(value) };
});

const leavesOf = (json: PlanJson): { files: string[] }[] => {
  const visit = (node: NonNullable<PlanJson['tree']>): { files: string[] }[] =>
    'children' in node ? node.children.flatMap(visit) : [node];
  return json.tree ? visit(json.tree) : [];
};
Given(
  /^its plan, written to a file, in which a file was (copied to a second|moved to another) leaf$/,
  async function (this: Project, how: string) {
    this.json = JSON.parse(JSON.stringify(await decompose({ files: this.files })));
    const leaves = leavesOf(this.json);
    const path = leaves[0].files[2];
    leaves[1].files.push(path);
    if (how.startsWith('moved')) leaves[0].files.splice(2, 1);
    this.touched = { path, to: 1 };
  },
);

When('it is decomposed', async function (this: Project) {
  this.plan = await decompose({ files: this.files, ...this.options });
});
When('it is decomposed in ten shuffled orders', async function (this: Project) {
  for (let seed = 1; seed <= 10; seed++) {
    const files = [...shuffled(this.files.length, seededRandom(seed))].map((i) => this.files[i]);
    this.texts.push(JSON.stringify(await decompose({ files, ...this.options })));
  }
});
When('the plan is read', function (this: Project) {
  try {
    this.plan = Plan.from(this.json);
  } catch (error) {
    this.failure = error as Error;
  }
});
When(/^a project is decomposed with (\w+) of (\S+)$/, function (this: Project, option: string, value: string) {
  try {
    decompose({ files: [], [option]: Number(value) });
  } catch (error) {
    this.failure = error as Error;
  }
});

Then('the tree reaches {int} or more levels below the root', function (this: Project, levels: number) {
  assert.ok(this.plan.measures.depth >= levels, `the deepest leaf stands at ${this.plan.measures.depth}`);
});
Then('no branch was split by grouping or packing', function (this: Project) {
  assert.deepEqual(
    this.plan.branches
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
Then('no branch cuts more imports than path-order chunks of the same sizes', function (this: Project) {
  for (const branch of this.plan.branches) {
    const sorted = filesBelow(this.plan, branch).sort();
    const chunks = branch.children.map((id) => sorted.splice(0, filesBelow(this.plan, this.plan.get(id)).length));
    assert.ok(branch.split.cut <= cutBetween(this.plan, chunks), `${branch.label} cuts ${branch.split.cut}`);
  }
});
Then('every module stands under one branch', function (this: Project) {
  const moduleOf = (path: string) => path.split('/').slice(0, 3).join('/');
  const modules = new Set(this.files.map(({ path }) => moduleOf(path)));
  const whole = this.plan.branches.filter((branch) => new Set(filesBelow(this.plan, branch).map(moduleOf)).size === 1);
  const found = new Set(whole.map((branch) => moduleOf(filesBelow(this.plan, branch)[0])));
  assert.deepEqual([...found].sort(), [...modules].sort());
});
Then('no leaf is deeper than {int}', function (this: Project, depth: number) {
  assert.ok(
    this.plan.leaves.every((leaf) => leaf.depth <= depth),
    `the deepest leaf stands at ${this.plan.measures.depth}`,
  );
});
Then('there is more than one leaf', function (this: Project) {
  assert.ok(this.plan.leaves.length > 1);
});
Then('there are at least {int} leaves', function (this: Project, count: number) {
  assert.ok(this.plan.leaves.length >= count, `there are ${this.plan.leaves.length}`);
});
Then('there are at most {int} leaves', function (this: Project, count: number) {
  assert.ok(this.plan.leaves.length <= count, `there are ${this.plan.leaves.length}`);
});
Then('there are {int} leaves', function (this: Project, count: number) {
  assert.equal(this.plan.leaves.length, count);
});
Then('no leaf mixes packages', function (this: Project) {
  for (const { files } of this.plan.leaves) assert.equal(new Set(files.map((path) => path.split('/')[1])).size, 1);
});
Then('the ids are those of the same project with plain relative paths', async function (this: Project) {
  // The folder that all files share is not part of the project when the paths are absolute.
  const inside = this.plain?.map((file) => ({
    ...file,
    path: file.path.replace('packages/', ''),
    imports: file.imports?.map((path) => path.replace('packages/', '')),
  }));
  const plain = await decompose({ files: inside, ...this.options });
  assert.deepEqual(
    this.plan.leaves.map(({ id }) => id),
    plain.leaves.map(({ id }) => id),
  );
});
Then('the plan is a single leaf with reason {string}', function (this: Project, reason: string) {
  assert.deepEqual([this.plan.leaves.length, this.plan.leaves[0]?.reason], [1, reason]);
  assert.equal(this.plan.leaves[0].files.length, this.files.length);
});
Then('no leaf has more than {int} tokens', function (this: Project, tokens: number) {
  assert.deepEqual(
    this.plan.leaves.filter((leaf) => leaf.tokens > tokens).map(({ label }) => label),
    [],
  );
});
Then('no leaf has more than {int} files', function (this: Project, count: number) {
  assert.ok(this.plan.leaves.every(({ files }) => files.length <= count));
});
Then('no leaf has fewer than {int} files', function (this: Project, count: number) {
  assert.ok(this.plan.leaves.every(({ files }) => files.length >= count));
});
Then('the leaves are runs of path order within the budget', function (this: Project) {
  assert.deepEqual(
    this.plan.leaves.flatMap(({ files }) => files),
    this.files.map(({ path }) => path).sort(),
  );
});
Then('the root was split by {string}', function (this: Project, by: string) {
  assert.equal(this.plan.branches[0].split.by, by);
});
Then('no bound is relaxed', function (this: Project) {
  assert.deepEqual(this.plan.measures.relaxed, []);
});
Then('no branch has more than {int} children', function (this: Project, count: number) {
  assert.ok(this.plan.branches.every(({ children }) => children.length <= count));
});
Then('no branch fits the budget', function (this: Project) {
  assert.ok(this.plan.branches.every(({ tokens }) => tokens > (this.options.maxTokens as number)));
});
Then('that file stands alone with reason {string}', function (this: Project, reason: string) {
  const leaf = this.plan.leaves.find(({ files }) => files.includes(this.touched?.path as string));
  assert.deepEqual([leaf?.files.length, leaf?.reason], [1, reason]);
});
const relaxedIds = (plan: Plan, bound: string) =>
  plan.measures.relaxed.find((entry) => entry.bound === bound)?.subplans;
Then('{string} is relaxed for that leaf only', function (this: Project, bound: string) {
  const leaf = this.plan.leaves.find(({ files }) => files.includes(this.touched?.path as string));
  assert.deepEqual(relaxedIds(this.plan, bound), [leaf?.id]);
});
Then('{string} is relaxed for the root only', function (this: Project, bound: string) {
  assert.deepEqual(relaxedIds(this.plan, bound), [this.plan.root?.id]);
});
Then('{string} is relaxed for every leaf', function (this: Project, bound: string) {
  assert.deepEqual(
    relaxedIds(this.plan, bound),
    this.plan.leaves.map(({ id }) => id),
  );
});
Then('no group is spread over two leaves', function (this: Project) {
  const leafOf = new Map(this.plan.leaves.flatMap(({ id, files }) => files.map((path) => [path, id])));
  for (const { path, imports = [] } of this.files)
    for (const other of imports) assert.equal(leafOf.get(other), leafOf.get(path));
});
Then('there are no branches', function (this: Project) {
  assert.equal(this.plan.branches.length, 0);
});
Then('there are no leaves and no branches', function (this: Project) {
  assert.deepEqual([this.plan.leaves.length, this.plan.branches.length], [0, 0]);
});
Then('all ten plans are the same to the byte', function (this: Project) {
  assert.equal(this.texts.length, 10);
  assert.equal(new Set(this.texts).size, 1);
});
Then('it is refused, and the message names the file and both places', function (this: Project) {
  assert.ok(this.failure, 'it was accepted');
  assert.match(this.failure.message, new RegExp(this.touched?.path.replaceAll('.', '\\.') as string));
  assert.match(this.failure.message, /tree\.children\.\d+\.files\.\d+: .*tree\.children\.\d+\.files\.2/);
});
Then('the file stands in the leaf it was moved to', function (this: Project) {
  assert.equal(this.failure, undefined);
  assert.ok(this.plan.leaves[1].files.includes(this.touched?.path as string));
});
Then(/^it is refused, and the message names (\w+) and (\S+)$/, function (this: Project, option: string, value: string) {
  assert.ok(this.failure, 'it was accepted');
  assert.match(this.failure.message, new RegExp(`${option}: expected .*, got ${value}`));
});
