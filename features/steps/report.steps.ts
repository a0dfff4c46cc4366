import assert from 'node:assert/strict';
import { type DataTable, Then, When } from '@cucumber/cucumber';
import type { RunReport } from '../../dist/index.js';
import { nameOf } from './drawn-plan.js';
import { type AnyReport, drawnLeaves, named } from './reported.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

When(/^(\S+) has failed$/, async function (this: Scene, name: string) {
  await this.run.heard('settled', name);
});

Then(
  /^the run (?:has|was|is) (succeeded|failed|cancelled|stopped|empty)$/,
  async function (this: Scene, status: string) {
    const report = await this.run.report;
    const why = report.failures.map(({ label, failure }) => `${label}: ${failure.message}`).join('\n');
    assert.equal(report.status, status, `the run has ${report.status}\n${why}`);
    assert.equal(this.run.eventsOf('run-ended')[0]?.status, status);
  },
);
Then('all leaves have succeeded, in plan order', async function (this: Scene) {
  const { leaves } = await this.run.report;
  const told = leaves.map(({ label, outcome, value, attempts }) => [nameOf(label), outcome, value, attempts]);
  assert.deepEqual(
    told,
    drawnLeaves(this).map((name) => [name, 'succeeded', name, 1]),
  );
});
Then(
  /^the (leaves|branches) ended as follows$/,
  async function (this: Scene, kind: 'leaves' | 'branches', table: DataTable) {
    const report = await this.run.report;
    const expected = table
      .hashes()
      .flatMap((row) =>
        listed(row[kind]).map((name) => ({ name, outcome: row.outcome, attempts: Number(row.attempts) })),
      );
    const reports: readonly AnyReport[] = report[kind];
    const told = reports.map(({ label, outcome, attempts }) => ({ name: nameOf(label), outcome, attempts }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    assert.deepEqual([...told].sort(byName), expected.sort(byName));
    if (kind === 'leaves') assert.deepEqual(told.map(({ name }) => name).sort(), drawnLeaves(this).sort());
    for (const one of reports) checkTruth(this, one);
  },
);

/** Whatever the outcome is: it was announced once, as it is reported, and only what began has times, a start and a value. */
const checkTruth = (
  { run }: Scene,
  { id, label, outcome, attempts, startedAt, endedAt, value, failure }: AnyReport,
) => {
  const settled = run.eventsOf('settled').filter((event) => event.id === id);
  assert.deepEqual(
    settled.map((event) => [event.outcome, event.attempts]),
    [[outcome, attempts]],
    label,
  );
  // A budget stops what runs, and what has not begun.
  const hasBegun = outcome === 'budget-stopped' ? attempts > 0 : !['never-started', 'skipped'].includes(outcome);
  assert.equal(attempts > 0, hasBegun, label);
  assert.deepEqual([startedAt !== undefined, endedAt !== undefined], [hasBegun, hasBegun], label);
  if (!hasBegun) assert.ok(!run.eventsOf('attempt-started').some((event) => event.id === id), `${label} has started`);
  assert.equal(failure === undefined, outcome === 'succeeded', label);
  if (outcome !== 'succeeded') assert.equal(value, undefined, label);
};

Then(/^those that never started say: (.+)$/, async function (this: Scene, why: string) {
  const { leaves } = await this.run.report;
  const silent = leaves.filter(
    ({ outcome, failure }) => outcome === 'never-started' && !failure?.message.includes(why),
  );
  assert.deepEqual(
    silent.map(({ label, failure }) => [label, failure?.message]),
    [],
  );
});
Then(/^the failures are (.+)$/, async function (this: Scene, names: string) {
  const { failures } = await this.run.report;
  assert.deepEqual(
    failures.map(({ label }) => nameOf(label)),
    listed(names),
  );
});
Then(/^(\S+) says ([\w-]+): (.+)$/, async function (this: Scene, name: string, code: string, message: string) {
  const { failure } = named(await this.run.report, name);
  assert.equal(failure?.code, code);
  assert.ok(failure.message.includes(message), failure.message);
});
Then(
  /^(.+) (?:was|were) skipped because of (\S+?)(?:, and (\S+) at the time)?$/,
  async function (this: Scene, names: string, blamed: string, atTheTime: string | undefined) {
    const report = await this.run.report;
    const { id, label } = named(report, blamed);
    for (const name of listed(names)) {
      const { failure } = named(report, name);
      assert.deepEqual([failure?.code, failure?.by], ['dependency-failed', id]);
      assert.ok(failure?.message.includes(JSON.stringify(label)), failure?.message);
      const event = this.run.eventsOf('settled').find((one) => nameOf(one.label) === name);
      assert.equal(event?.failure?.by, named(report, atTheTime ?? blamed).id);
    }
  },
);
Then(/^they settled in the order (.+)$/, async function (this: Scene, names: string) {
  await this.run.report;
  assert.deepEqual(
    this.run.eventsOf('settled').map(({ label }) => nameOf(label)),
    listed(names),
  );
});
Then('the limit is {int}', async function (this: Scene, limit: number) {
  assert.equal((await this.run.report).concurrency.limit, limit);
});
Then('both runs have the same status, outcomes, values, attempts and order', async function (this: Scene) {
  const [first, second] = (await Promise.all(this.run.reports)).map(withoutTimes);
  assert.deepEqual(second, first);
});
/** What must not depend on how many run at once. */
const withoutTimes = ({ status, leaves, branches, failures }: RunReport) => ({
  status,
  subplans: [...leaves, ...branches].map(({ label, outcome, value, attempts, failure }) => ({
    ...{ label, outcome, value, attempts },
    failure: failure && [failure.code, failure.message, failure.by],
  })),
  coverages: branches.map(({ coverage }) => coverage),
  failures: failures.map(({ label }) => label),
});
