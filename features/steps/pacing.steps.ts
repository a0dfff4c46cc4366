import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import type { RateLimits, RunEvent } from '../../dist/index.js';
import { letGo } from './gate.steps.js';
import { named } from './reported.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const turnAway = async ({ run }: Scene, name: string, seconds: string | undefined): Promise<void> => {
  assert.ok(run.gate.inside.has(name), `${name} is not inside`);
  const { gate, changes } = run;
  const entries = (): number => gate.entered.filter((one) => one === name).length;
  const before = { lost: run.about('attempt-lost', name).length, entries: entries() };
  gate.letGo(name, { limited: seconds ? { retryAfterMs: Number(seconds) * 1000 } : {} });
  await run.heard('attempt-lost', name, before.lost + 1);
  // That it has left may be heard after the run has told of it; it may also be inside again by then.
  await changes.until(() => !gate.inside.has(name) || entries() > before.entries);
};

When(
  /^(\S+) is turned away(?: for ([\d.]+) seconds)?$/,
  async function (this: Scene, name: string, seconds: string | undefined) {
    await turnAway(this, name, seconds);
  },
);
When(/^all that are inside are turned away for ([\d.]+) seconds$/, async function (this: Scene, seconds: string) {
  await Promise.all([...this.run.gate.inside].map((name) => turnAway(this, name, seconds)));
});
When(
  /^(\S+) is let go, having spent (\d+(?:\.\d+)?) (\w+)$/,
  function (this: Scene, name: string, amount: string, of: string) {
    return letGo(this, name, { spent: { [of]: Number(amount) } });
  },
);
When(/^(\S+) is told to fail, having spent (\d+) tokens$/, function (this: Scene, name: string, tokens: string) {
  return letGo(this, name, { fails: true, spent: { tokens: Number(tokens) } });
});

const rateLimitsOf = async ({ run }: Scene): Promise<RateLimits> => {
  const { rateLimits } = await run.report;
  assert.ok(rateLimits, 'the report tells of no rate limits');
  return rateLimits;
};

Then('nothing started during a wait', async function (this: Scene) {
  const { episodes } = await rateLimitsOf(this);
  const starts = this.run.eventsOf('attempt-started');
  for (const { at, until } of episodes) {
    assert.ok(until > at);
    // What began before the wait may be heard of late, and not the other way round.
    const early = starts.filter((start) => start.at > at && start.at < until);
    assert.deepEqual(early, []);
    assert.ok(starts.some((start) => start.at >= until));
  }
});
Then(/^the waits were at least ([\d., and]+) seconds$/, async function (this: Scene, seconds: string) {
  const { episodes } = await rateLimitsOf(this);
  // At is when it was noticed, a moment after the wait began.
  const waits = episodes.map(({ at, until }) => Math.round((until - at) / 10) * 10);
  const least = listed(seconds).map((text) => Number(text) * 1000);
  assert.equal(waits.length, least.length, `the waits were ${waits}`);
  for (const [i, ms] of least.entries()) assert.ok(waits[i] >= ms - 10, `the waits were ${waits}`);
});
Then(
  /^the cap was cut once, from (\d+) to (\d+), after (\d+) reports?$/,
  async function (this: Scene, from: string, to: string, reports: string) {
    const { episodes } = await rateLimitsOf(this);
    assert.deepEqual(
      episodes.map((one) => [one.from, one.to, one.reports]),
      [[Number(from), Number(to), Number(reports)]],
    );
    const cuts = this.run.eventsOf('slowed-down').filter(({ isNew }) => isNew);
    assert.deepEqual(
      cuts.map(({ limit }) => limit),
      [Number(to)],
    );
  },
);
Then(/^the report tells of cuts (.+)$/, async function (this: Scene, cuts: string) {
  const { episodes } = await rateLimitsOf(this);
  assert.deepEqual(
    episodes.map(({ from, to }) => `from ${from} to ${to}`),
    listed(cuts),
  );
});
Then(/^the cap grew to (\d+), then to (\d+)$/, async function (this: Scene, first: string, then: string) {
  const { cap } = await rateLimitsOf(this);
  const grew = this.run.eventsOf('sped-up').map(({ limit }) => limit);
  assert.deepEqual([grew, cap], [[Number(first), Number(then)], Number(then)]);
});
Then(/^each but (\S+) had begun$/, async function (this: Scene, name: string) {
  const { leaves } = await this.run.report;
  const unbegun = leaves.filter(({ outcome }) => outcome === 'never-started');
  assert.deepEqual(
    unbegun.map(({ label }) => label.split(' (')[0]),
    [name],
  );
});
Then('no more than 2 started at once, and the others half a second apart', async function (this: Scene) {
  await this.run.report;
  const starts = this.run
    .eventsOf('attempt-started')
    .filter(({ kind }) => kind === 'leaf')
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const [{ at: began }] = this.run.eventsOf('run-started');
  assert.ok(starts.length >= 4);
  for (const [i, at] of starts.entries()) assert.ok(at - began >= (i - 1) * 500, `${starts.map((one) => one - began)}`);
});

Then(
  /^a warning was given at (\d+) of (\d+) tokens, and only once$/,
  async function (this: Scene, used: string, limit: string) {
    await this.run.report;
    assert.deepEqual(
      budgetEvents(this, 'soft').map((event) => [event.used, event.limit]),
      [[Number(used), Number(limit)]],
    );
  },
);
Then(/^the budget of (\w+) was used up$/, async function (this: Scene, name: string) {
  const { stoppedBy, budgets } = await this.run.report;
  assert.equal(stoppedBy, 'budget');
  assert.deepEqual(
    budgetEvents(this, 'hard').map(({ of }) => of),
    [name],
  );
  const budget = budgets?.find(({ of }) => of === name);
  assert.ok(budget);
});
Then('no budget was used up', async function (this: Scene) {
  assert.equal((await this.run.report).stoppedBy, undefined);
  assert.deepEqual(budgetEvents(this, 'hard'), []);
});
Then(/^(\S+) has spent (\d+(?:\.\d+)?) (\w+)$/, async function (this: Scene, name: string, amount: string, of: string) {
  assert.equal(named(await this.run.report, name).usage[of], Number(amount));
});
Then(/^(.+) (?:has|have) spent nothing$/, async function (this: Scene, names: string) {
  for (const name of listed(names)) assert.deepEqual(named(await this.run.report, name).usage, {});
});

type BudgetEvent = Extract<RunEvent, { readonly type: 'budget' }>;
const budgetEvents = ({ run }: Scene, level: BudgetEvent['level']): BudgetEvent[] =>
  run.eventsOf('budget').filter((event) => event.level === level);
