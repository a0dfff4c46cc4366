import assert from 'node:assert/strict';
import { type DataTable, Then } from '@cucumber/cucumber';
import type { ExperimentReport } from '../../dist/experiment.js';
import { experimentOf } from './experiments.steps.js';
import { trialName } from './trial-names.js';
import { listed, readValue } from './words.js';
import type { Scene } from './world.js';

type Row = Readonly<Record<string, unknown>>;

/** What a table says, and of what there is the same columns. Figures are rounded to three digits. */
const compare = (found: readonly object[], table: DataTable): void => {
  const columns = table.raw()[0];
  const shown = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
  assert.deepEqual(
    found.map((row) => columns.map((name) => shown((row as Row)[name]))),
    table.rows().map((row) => row.map((text) => (text === '' ? undefined : readValue(text)))),
  );
};

const reportOf = (scene: Scene): Promise<ExperimentReport> => experimentOf(scene).report;

Then('its trials ended as follows', async function (this: Scene, table: DataTable) {
  const { trials } = await reportOf(this);
  const expected = table
    .hashes()
    .flatMap((row) => listed(row.trials).map((name) => [name, row.outcome, Number(row.attempts)]));
  assert.deepEqual(trials.map((trial) => [trialName(trial), trial.outcome, trial.attempts]).sort(), expected.sort());
});
Then(/^(\d+) of (\d+) trials count$/, async function (this: Scene, scored: string, planned: string) {
  const { coverage } = await reportOf(this);
  assert.deepEqual([coverage.scored, coverage.planned], [Number(scored), Number(planned)]);
});
Then('its coverage is', async function (this: Scene, table: DataTable) {
  compare((await reportOf(this)).coverage.arms, table);
});
Then('its figures are', async function (this: Scene, table: DataTable) {
  compare((await reportOf(this)).aggregates.arms, table);
});
Then('its comparisons are', async function (this: Scene, table: DataTable) {
  const { pairs } = (await reportOf(this)).aggregates;
  const rows = pairs.map(({ difference, leftOut, signs, ...pair }) => ({
    ...{ ...pair, ...leftOut, ...signs },
    ...{ pairs: difference?.n ?? 0, mean: difference?.mean },
  }));
  compare(rows, table);
});
Then('what was retried is compared with the rest', async function (this: Scene, table: DataTable) {
  const { retries } = (await reportOf(this)).aggregates;
  const rows = retries.map(({ arm, retried, others, difference }) => ({
    ...{ arm, retried: retried.n, 'their mean': retried.mean },
    ...{ others: others.n, 'mean of others': others.mean, difference: difference?.mean },
  }));
  compare(rows, table);
});
Then(/^it says: (.+)$/, async function (this: Scene, text: string) {
  const { pairs, retries } = (await reportOf(this)).aggregates;
  const sentences = [...pairs, ...retries].map(({ sentence }) => sentence);
  assert.ok(
    sentences.some((sentence) => sentence.includes(text)),
    sentences.join('\n'),
  );
});
Then(/^it warns: (.+)$/, async function (this: Scene, text: string) {
  const { warnings } = (await reportOf(this)).aggregates;
  assert.ok(
    warnings.some((warning) => warning.includes(text)),
    warnings.join('\n'),
  );
});
Then(/^its excluded trials are (.+), since (.+)$/, async function (this: Scene, names: string, why: string) {
  const { excluded } = await reportOf(this);
  assert.deepEqual(excluded.map(trialName), listed(names));
  for (const { interfered } of excluded) assert.ok(interfered?.includes(why), interfered);
});
Then(/^both have the same aggregates, to the byte$/, async function (this: Scene) {
  const [first, second] = await Promise.all(experimentOf(this).reports);
  assert.equal(JSON.stringify(second.aggregates), JSON.stringify(first.aggregates));
});
Then(/^they ended in another order$/, async function (this: Scene) {
  const [first, second] = (await Promise.all(this.run.reports)).map(({ leaves }) =>
    leaves.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)).map(({ label }) => label),
  );
  assert.notDeepEqual(second, first);
});
