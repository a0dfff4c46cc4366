import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Given, Then, When } from '@cucumber/cucumber';
import { z } from 'zod';
import type { CommandTask, OutputFile } from '../../dist/index.js';
import { CommandProject, isAlive } from './command-project.js';
import { nameOf } from './drawn-plan.js';
import { named } from './reported.js';
import { livingThreads } from './threads.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const projects = new WeakMap<Scene, CommandProject>();

/** The project of a scenario, made when first asked for. */
export const commandProjectOf = (scene: Scene): CommandProject => {
  const found = projects.get(scene);
  if (found) return found;
  const made = new CommandProject();
  projects.set(scene, made);
  scene.run.closers.push(() => made.remove());
  return made;
};

/** Words of a command line, with quotes for those that have blanks in them. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

Given('the command', function (this: Scene, exec: string) {
  setTask(this, { exec });
});
Given(/^(no|a) shell runs it$/, function (this: Scene, which: string) {
  setTask(this, { shell: which === 'a' });
});
Given(/^its output is read as (text|json|ndjson)$/, function (this: Scene, output: CommandTask['output'] & string) {
  setTask(this, { output });
});
Given(/^its value must be (an object that names a|a list of such objects)$/, function (this: Scene, what: string) {
  const object = z.object({ name: z.literal('a') });
  setTask(this, { schema: what.startsWith('a list') ? z.array(object) : object });
});
Given('a leaf of {int} files with long names', function (this: Scene, count: number) {
  const files = Array.from({ length: count }, (_, i) => `${'a-long-name-'.repeat(4)}${String(i).padStart(6, '0')}.txt`);
  this.run.root = { text: 'all', files };
});
Given('the goal {string}', function (this: Scene, goal: string) {
  commandProjectOf(this).goal = goal;
});
Given('the file {word}', function (this: Scene, path: string, text: string) {
  commandProjectOf(this).write(path, text);
});
Given(/^the variable (\w+) is (\S+)$/, function (this: Scene, name: string, value: string) {
  commandProjectOf(this).env[name] = value;
});

export const setTask = (scene: Scene, more: Partial<CommandTask>): void => {
  const project = commandProjectOf(scene);
  project.task = { ...project.task, ...more };
  project.draw(scene.run.root);
  scene.run.options = { ...scene.run.options, task: project.task, root: project.root };
};

const commandLine = (scene: Scene, flags: string | undefined, how: 'start' | 'begin'): void => {
  const project = commandProjectOf(scene);
  project.draw(scene.run.root);
  const { exec, output } = project.task;
  const format = output === undefined ? [] : ['--output-format', output];
  const words = ['run', 'plan.json', '--root', 'project', '--exec', exec as string, ...format];
  project[how]([...words, ...wordsOf(flags ?? '')], scene.run);
};

When(/^it is run(?: with (.+))?$/, async function (this: Scene, flags: string | undefined) {
  commandLine(this, flags, 'start');
  await this.run.report;
});
When(/^it begins to run(?: with (.+))?$/, function (this: Scene, flags: string | undefined) {
  commandLine(this, flags, 'begin');
});
When(/^it is resumed(?: with (.+))?$/, async function (this: Scene, flags: string | undefined) {
  commandProjectOf(this).start(['run', 'project', '--resume', ...wordsOf(flags ?? '')], this.run);
});
When('it is killed', async function (this: Scene) {
  await commandProjectOf(this).kill();
});
When(/^(.+) (?:is|are) there( too)?$/, async function (this: Scene, names: string, too: string | undefined) {
  const said = too ? 'is there too' : 'is there';
  const isThere = (name: string): boolean => this.run.about('log', name).some(({ message }) => message === said);
  await this.run.changes.until(() => listed(names).every(isThere));
});
When(/^the command of (\S+) may end$/, function (this: Scene, name: string) {
  commandProjectOf(this).letGo(name);
});

Then('the exit code is {int}', async function (this: Scene, code: number) {
  const ended = await commandProjectOf(this).ended;
  assert.equal(ended.code, code, ended.stderr);
});
Then(/^the terminal says: (.+)$/, async function (this: Scene, text: string) {
  const { stderr } = await commandProjectOf(this).ended;
  assert.ok(stderr.includes(text), stderr);
});
Then(/^each of (.+) was run (once|twice)$/, async function (this: Scene, names: string, times: string) {
  await this.run.report;
  const twice = times === 'twice' ? listed(names) : [];
  assert.deepEqual(commandProjectOf(this).notes(), [...listed(names), ...twice].sort());
});
Then(/^only (.+) (?:was|were) run$/, async function (this: Scene, names: string) {
  // One that was killed has none.
  await this.run.report.catch(() => {});
  assert.deepEqual(commandProjectOf(this).notes(), listed(names).sort());
});
Then('nothing was run', async function (this: Scene) {
  await commandProjectOf(this).ended;
  assert.deepEqual(commandProjectOf(this).notes(), []);
});
Then(/^none of its (\d+) processes is left$/, async function (this: Scene, count: string) {
  await this.run.report;
  const { pids } = commandProjectOf(this);
  assert.equal(pids.length, Number(count));
  assert.deepEqual(pids.filter(isAlive), []);
});
Then(/^there (?:is|are) (\d+) process(?:es)?, and no thread$/, function (this: Scene, count: string) {
  const { pids } = commandProjectOf(this);
  assert.deepEqual([new Set(pids.filter(isAlive)).size, livingThreads.size], [Number(count), 0]);
});
Then(/^there is no file (\S+)$/, async function (this: Scene, name: string) {
  await this.run.report;
  const { base, root } = commandProjectOf(this);
  assert.deepEqual([existsSync(join(base, name)), existsSync(join(root, name))], [false, false]);
});
Then(/^(\S+) is told what to do next: (.+)$/, async function (this: Scene, name: string, text: string) {
  const { failure } = named(await this.run.report, name);
  assert.ok(failure?.nextStep.includes(text), failure?.nextStep);
});
Then(/^the log of (\S+) is$/, async function (this: Scene, name: string, text: string) {
  await this.run.report;
  const lines = this.run.about('log', name).map(({ label, message }) => `${nameOf(label)} | ${message}`);
  assert.deepEqual(lines, text.split('\n'));
});

Then('the most that ran at once were {int}', async function (this: Scene, peak: number) {
  assert.equal((await this.run.report).concurrency.peak, peak);
});
Then('the values of the leaves are their files', async function (this: Scene) {
  const { leaves } = await this.run.report;
  // No program takes a name for an option that begins with the folder.
  const values = leaves.map(({ value }) => String(value).replace(/^\.\//, ''));
  assert.deepEqual(
    values,
    leaves.map(({ label }) => label),
  );
});
Then(
  'the output of {word} is: its label, its files, {string}, its id, the folder, --at= and the folder',
  async function (this: Scene, name: string, goal: string) {
    const { id, value } = named(await this.run.report, name);
    const { root } = commandProjectOf(this);
    assert.deepEqual(String(value).split('\n'), [name, name, goal, id, root, `--at=${root}`]);
  },
);
interface Told {
  readonly input: Record<string, unknown>;
  readonly variables: Record<string, string>;
}
Then('{word} was told of itself on standard input and by variables', async function (this: Scene, name: string) {
  const { runId, ...report } = await this.run.report;
  const { id, value } = named({ runId, ...report }, name);
  const { root, goal } = commandProjectOf(this);
  const { input, variables } = value as Told;
  const lineage = { labels: ['project', 'a'], siblings: ['b'] };
  const files = { files: ['a'], roles: { project: 1 }, packages: [''], context: [] };
  const leaf = { kind: 'leaf', id, label: 'a', depth: 1, tokens: 10, ...files };
  assert.deepEqual(input, { ...leaf, goal, lineage, root, runId, attempt: 1 });
  const { SUBPLAN_USAGE: usage, SUBPLAN_MARK: mark, ...others } = variables;
  assert.ok(usage && mark);
  assert.deepEqual(others, {
    ...{ SUBPLAN_RUN_ID: runId, SUBPLAN_ID: id, SUBPLAN_LABEL: 'a', SUBPLAN_KIND: 'leaf', SUBPLAN_ROOT: root },
    ...{ SUBPLAN_GOAL: goal, SUBPLAN_ATTEMPT: '1', SUBPLAN_TRY: '1', SUBPLAN_ROUND: '1', SUBPLAN_FEEDBACK: '' },
  });
});
Then('its value is the last of them, {int} names, and one word', async function (this: Scene, lines: number) {
  const { root } = await this.run.report;
  assert.deepEqual(String(root.value).split('\n'), [this.run.root?.files?.at(-1), String(lines), '1']);
});
Then('the value of {word} names a file with the numbers from 1 to {int}', async function (this: Scene, name, last) {
  const { file, bytes, start, end } = named(await this.run.report, name).value as OutputFile;
  const expected = Array.from({ length: last as number }, (_, i) => `${i + 1}\n`).join('');
  const kept = readFileSync(join(commandProjectOf(this).root, file), 'utf8');
  assert.ok(kept === expected, `${file} has other ${kept.length} letters`);
  assert.equal(bytes, expected.length);
  assert.ok(start.length > 0 && end.length > 0 && expected.startsWith(start) && expected.endsWith(end));
});
/** All that a run left on disk or showed, by where it is. */
const allOf = async (scene: Scene): Promise<Map<string, string>> => {
  const project = commandProjectOf(scene);
  const { stdout, stderr } = await project.ended;
  const found = new Map(project.files().map(({ path, bytes }) => [path, bytes.toString('latin1')]));
  assert.ok(found.has('.subplan/ledger.db'), [...found.keys()].join(', '));
  const report = readFileSync(join(project.base, 'report.json'), 'utf8');
  return found.set('events', stdout).set('terminal', stderr).set('report', report);
};
Then(/^neither (\S+) nor (\S+) is found anywhere$/, async function (this: Scene, one: string, other: string) {
  for (const [where, text] of await allOf(this)) {
    assert.ok(!text.includes(one), `${one} is in ${where}`);
    assert.ok(!text.includes(other), `${other} is in ${where}`);
  }
});
Then('[redacted] is found instead', async function (this: Scene) {
  const { length } = [...(await allOf(this)).values()].filter((text) => text.includes('[redacted]'));
  assert.ok(length > 0);
});
