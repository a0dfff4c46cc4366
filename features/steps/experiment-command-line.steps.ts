import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Then, When } from '@cucumber/cucumber';
import { SaxesParser } from 'saxes';
import { stringify } from 'yaml';
import type { ExperimentReport } from '../../dist/experiment.js';
import type { RunEvent } from '../../dist/index.js';
import { wordsOf } from './commands.steps.js';
import { experimentOf } from './experiments.steps.js';
import type { Scene } from './world.js';

/** Writes the experiment to a file. */
const writeExperiment = (scene: Scene, name: string): void => {
  const { cases, arms, options, project } = experimentOf(scene);
  const experiment = { name: 'a comparison', task: '../trials.mjs', ...options, cases, arms };
  project.write(name, name.endsWith('.json') ? JSON.stringify(experiment) : stringify(experiment));
};

When(/^the command line runs the experiment(?: with (.+))?$/, function (this: Scene, flags: string | null) {
  writeExperiment(this, 'experiment.yaml');
  experimentOf(this).taken();
  experimentOf(this).begin(['project/experiment.yaml', ...wordsOf(flags ?? '')]);
});
When(/^the experiment is written to (\S+)$/, function (this: Scene, name: string) {
  writeExperiment(this, name);
});
When(/^the command line is: subplan (.+)$/, async function (this: Scene, words: string) {
  const { project } = experimentOf(this);
  project.look(wordsOf(words));
  await project.ended;
});
When('it is interrupted by Ctrl-C', function (this: Scene) {
  experimentOf(this).project.interrupt();
});
When(/^(\S+) has come to wait$/, async function (this: Scene, name: string) {
  await this.run.changes.until(() => this.run.eventsOf('log').some(({ message }) => message === `${name} waits`));
});
When(/^(\S+) gets its word$/, function (this: Scene, name: string) {
  experimentOf(this).project.letGo(name.replaceAll('/', '-'));
});

Then('at most {int} ran at once, of {int} that might', async function (this: Scene, peak: number, limit: number) {
  const { concurrency } = await experimentOf(this).report;
  assert.deepEqual([concurrency.peak, concurrency.limit], [peak, limit]);
});
Then('its table has the lines', async function (this: Scene, text: string) {
  const { stdout, stderr } = await experimentOf(this).project.ended;
  for (const line of text.split('\n')) assert.ok(stdout.includes(line), `${line}\nis not in\n${stdout}${stderr}`);
});

const textIn = (scene: Scene, name: string): string =>
  readFileSync(join(experimentOf(scene).project.base, name), 'utf8');

Then(/^(\S+\.json) is the report, with (\d+) trials$/, function (this: Scene, name: string, count: string) {
  const { format, status, trials } = JSON.parse(textIn(this, name)) as ExperimentReport;
  assert.deepEqual([format, status, trials.length], ['subplan/experiment', 'succeeded', Number(count)]);
});
Then(/^(\S+\.csv) has a row for each of (\d+) trials$/, function (this: Scene, name: string, count: string) {
  const [head, ...rows] = textIn(this, name).trimEnd().split(/\r?\n/);
  const places = head.split(',').flatMap((column, i) => (['case', 'arm', 'replication'].includes(column) ? [i] : []));
  const trials = rows.map((row) => places.map((i) => row.split(',')[i]).join(' '));
  assert.equal(new Set(trials).size, Number(count));
  assert.equal(trials.length, Number(count));
});
Then(/^(\S+\.md) says: (.+)$/, function (this: Scene, name: string, text: string) {
  assert.ok(textIn(this, name).includes(text), textIn(this, name));
});
Then(/^(\S+\.xml) is JUnit with (\d+) test cases$/, function (this: Scene, name: string, count: string) {
  const tags: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', (tag) => tags.push(tag.name));
  parser.write(textIn(this, name)).close();
  assert.deepEqual([tags[0], tags.filter((tag) => tag === 'testcase').length], ['testsuites', Number(count)]);
});
Then(/^(\S+\.ndjson) has all events, from run-started to run-ended$/, function (this: Scene, name: string) {
  const events = textIn(this, name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  assert.deepEqual([events[0].type, events.at(-1)?.type], ['run-started', 'run-ended']);
  const settled = events.filter((event) => event.type === 'settled' && event.kind === 'leaf');
  assert.equal(settled.length, experimentOf(this).cases.length * experimentOf(this).arms.length);
});
When('it is stopping', async function (this: Scene) {
  await this.run.changes.until(() => this.run.eventsOf('stopping').length > 0);
});
