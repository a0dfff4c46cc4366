import assert from 'node:assert/strict';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import Database from 'libsql';
import type { Candidate, LeafReport, Sample, Sampled, SamplingOptions } from '../../dist/index.js';
import { commandProjectOf } from './commands.steps.js';
import { nameOf } from './drawn-plan.js';
import { letGo } from './gate.steps.js';
import { named } from './reported.js';
import { listed } from './words.js';
import type { Scene } from './world.js';

const feedback = 'not good enough';
/** What there was to select from. */
const candidates = new WeakMap<Scene, readonly Candidate[]>();

const sampleName = (name: string, sample: Sample): string =>
  `${name}/${sample.try}${sample.round > 1 ? `.${sample.round}` : ''}`;

const setSampling = ({ run }: Scene, more: SamplingOptions): void => {
  run.options = { ...run.options, sampling: { ...run.options.sampling, ...more } };
};

const acceptOnly = (scene: Scene, names: readonly string[]): void =>
  setSampling(scene, {
    accept: (_, { label }, { sample }) => ({
      accepted: names.includes(sampleName(nameOf(label), sample as Sample)),
      feedback,
    }),
  });

Given(/^(.+) (?:is|are) accepted, and others are not$/, function (this: Scene, names: string) {
  acceptOnly(this, listed(names));
});
Given('none is accepted', function (this: Scene) {
  acceptOnly(this, []);
});
Given(
  /^only what is made in round (\d+) is accepted; of others is said: (.+)$/,
  function (this: Scene, round: string, said: string) {
    setSampling(this, {
      accept: (_value, _leaf, { sample }) => ({ accepted: sample?.round === Number(round), feedback: said }),
    });
  },
);
Given(/^later rounds are made by a task that adds: (\w+)$/, function (this: Scene, word: string) {
  setSampling(this, { repair: (_, { sample }) => `${sample?.previous} ${word}` });
});
Given('who selects takes the third and notes what there was', function (this: Scene) {
  setSampling(this, {
    select: (found, { label }) => {
      if (nameOf(label) === 'a') candidates.set(this, found);
      return 2;
    },
  });
});
Given('it is recorded', function (this: Scene) {
  const project = commandProjectOf(this);
  project.draw(this.run.root);
  this.run.options = { ...this.run.options, root: project.root, ledger: true };
});

When(
  /^these go one after the other, as far as they are still there: (.+)$/,
  async function (this: Scene, names: string) {
    const { gate, changes } = this.run;
    for (const name of listed(names)) {
      const isOver = (): boolean => this.run.about('sampled', name).length > 0 || hasSettled(this, name.split('/')[0]);
      await changes.until(() => gate.inside.has(name) || isOver());
      if (gate.inside.has(name) && !isOver()) await letGo(this, name);
    }
  },
);

const hasSettled = ({ run }: Scene, name: string): boolean => run.about('settled', name).length > 0;

const sampledOf = async ({ run }: Scene, name: string): Promise<Sampled<unknown>> => {
  const { sampling } = named(await run.report, name) as LeafReport<unknown>;
  assert.ok(sampling, `${name} was not sampled`);
  return sampling;
};

Then(/^(\S+) has not settled$/, function (this: Scene, name: string) {
  assert.ok(!hasSettled(this, name));
});
Then(/^the samples of (\S+) are$/, async function (this: Scene, name: string, table: DataTable) {
  const { samples } = await sampledOf(this, name);
  assert.deepEqual(
    samples.map((sample) => [sampleName(name, sample), sample.result]),
    table.hashes().map(({ sample, result }) => [sample, result]),
  );
  for (const [i, { says }] of table.hashes().entries()) {
    if (!says) continue;
    assert.ok(samples[i].failure?.message.includes(says), samples[i].failure?.message);
    const [event] = this.run.about('sampled', sampleName(name, samples[i]));
    assert.ok(event.failure?.message.includes(says), event.failure?.message);
  }
});
Then(
  /^(\d+) of the (\d+) rounds that (\S+) may take were made$/,
  async function (this: Scene, made: string, allowed: string, name: string) {
    const { rounds } = await sampledOf(this, name);
    assert.deepEqual(rounds, { made: Number(made), allowed: Number(allowed) });
  },
);
Then(
  /^(\S+) was told in round 3 of the value of round 2, and: (.+)$/,
  async function (this: Scene, name: string, said: string) {
    const { samples, chosen } = await sampledOf(this, name);
    const value = samples[2].value as { made: string; round: number; previous: unknown; feedback: string };
    assert.deepEqual(chosen, { try: 1, round: 3, by: 'accept' });
    assert.deepEqual([value.made, value.round, value.feedback], [`${name}/1.3`, 3, said]);
    assert.deepEqual(value.previous, samples[1].value);
    assert.equal((samples[0].value as { previous: unknown }).previous, undefined);
  },
);
Then('it was chosen by select', async function (this: Scene) {
  assert.equal((await sampledOf(this, 'a')).chosen?.by, 'select');
});
Then(/^to select from there was (.+)$/, async function (this: Scene, names: string) {
  await this.run.report;
  const found = candidates.get(this) ?? [];
  assert.deepEqual(
    found.map(({ value }) => value),
    listed(names),
  );
  assert.deepEqual(
    found.map((sample) => sampleName('a', sample)),
    listed(names),
  );
  assert.deepEqual([...new Set(found.map((one) => one.feedback))], [feedback]);
});
Then(/^(\S+) has (\d+) causes$/, async function (this: Scene, name: string, count: string) {
  const { failure } = named(await this.run.report, name);
  assert.deepEqual(
    failure?.causes?.map((cause) => cause.try),
    Array.from({ length: Number(count) }, (_, i) => i + 1),
  );
});
Then('so say the events and the ledger', async function (this: Scene) {
  const { samples } = await sampledOf(this, 'a');
  const told = samples.map((sample) => [sampleName('a', sample), sample.result]);
  const events = this.run.eventsOf('sampled').filter(({ label }) => nameOf(label) === 'a');
  assert.deepEqual(events.map((event) => [sampleName('a', event.sample as Sample), event.result]).sort(), told);
  const ledger = new Database(`${commandProjectOf(this).root}/.subplan/ledger.db`);
  try {
    const rows = ledger
      .prepare("SELECT sample, detail ->> 'accepted' AS accepted FROM facts WHERE kind = 'ended' AND node = 0")
      .all() as { sample: string; accepted: number }[];
    const recorded = rows.map(({ sample, accepted }) => {
      const [number, round] = sample.split('.').map(Number);
      return [sampleName('a', { try: number, round }), accepted === 1 ? 'accepted' : 'rejected'];
    });
    assert.deepEqual(recorded.sort(), told);
  } finally {
    ledger.close();
  }
});
