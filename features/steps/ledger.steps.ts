import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { After, Given, Then, When } from '@cucumber/cucumber';
import Database from 'libsql';
import type { ExecuteOptions } from '../../dist/index.js';
import { OtherProcess } from './other-process.js';
import { RecordedProject } from './recorded-project.js';
import { readSettings, readValue } from './words.js';
import type { Scene } from './world.js';

interface Recorded {
  readonly project: RecordedProject;
  other?: OtherProcess;
  /** The ledger before it was resumed. */
  ledger?: Buffer;
}
const recordings = new WeakMap<Scene, Recorded>();

/** The project of a scenario. */
export const projectOf = (scene: Scene): RecordedProject => recordedOf(scene).project;

const recordedOf = (scene: Scene): Recorded => {
  const found = recordings.get(scene);
  assert.ok(found, 'no project was given');
  return found;
};

const begin = (scene: Scene, parts: number): Recorded => {
  const recorded = { project: new RecordedProject(parts) };
  recordings.set(scene, recorded);
  return recorded;
};

After(async function (this: Scene) {
  const recorded = recordings.get(this);
  await recorded?.other?.kill();
  recorded?.project.remove();
});

Given('a project of {int} parts', function (this: Scene, parts: number) {
  begin(this, parts);
});
Given(
  /^a recorded run of (\d+) parts in which part (\d+) failed(?:, with (.+))?$/,
  async function (this: Scene, parts: string, broken: string, settings: string | undefined) {
    const { project } = begin(this, Number(parts));
    project.tell('breaks', `part-${broken}`);
    await project.run(settings ? (readSettings(settings) as Partial<ExecuteOptions>) : {});
    assert.equal(project.report.status, 'failed');
    project.taken();
  },
);
Given('a run of it that was killed when {int} leaves were told as done', async function (this: Scene, count: number) {
  const recorded = recordedOf(this);
  // The others wait, so that it cannot come to its end before it is killed.
  recorded.project.tell('holds', String(3 * count));
  recorded.other = new OtherProcess([...recorded.project.words, '-j', '4']);
  await recorded.other.hear(count);
  recorded.project.tell('holds', undefined);
});
Given('a run of it in another process, whose leaves wait', async function (this: Scene) {
  const recorded = recordedOf(this);
  recorded.project.tell('holds', '0');
  const other = new OtherProcess(recorded.project.words);
  recorded.other = other;
  await Promise.race([other.begun, other.hear()]);
});
Given('its ledger was edited by hand', function (this: Scene) {
  withDatabase(projectOf(this).ledger, (database) => {
    const { changes } = database.prepare("UPDATE facts SET outcome = 'succeeded' WHERE outcome = 'failed'").run();
    assert.ok(changes > 0);
  });
});
Given('its ledger is of a newer version', function (this: Scene) {
  withDatabase(projectOf(this).ledger, (database) => {
    const [{ user_version: version }] = database.prepare('PRAGMA user_version').all() as { user_version: number }[];
    database.exec(`PRAGMA user_version = ${version + 1}`);
  });
});

const withDatabase = (file: string, act: (database: Database.Database) => void): void => {
  const database = new Database(file);
  try {
    act(database);
    // All of it into the file itself, so that it can be compared.
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  } finally {
    database.close();
  }
};

When(
  /^(?:part (\d+) is mended and )?the run is resumed(?: with (.+))?$/,
  async function (this: Scene, mended: string | undefined, settings: string | undefined) {
    if (mended) projectOf(this).tell('breaks', undefined);
    await resume(this, settings ? readSettings(settings) : {});
  },
);
When('its task is edited and the run is resumed', async function (this: Scene) {
  appendFileSync(projectOf(this).task, '// edited\n');
  await resume(this, {});
});
When('the other process is killed', async function (this: Scene) {
  const { project, other } = recordedOf(this);
  await other?.kill();
  project.tell('holds', undefined);
  project.taken();
});

const ofDecompose = ['minFiles', 'goal', 'seed'];

const resume = async (scene: Scene, settings: Record<string, unknown>): Promise<void> => {
  const recorded = recordedOf(scene);
  recorded.ledger = readFileSync(recorded.project.ledger);
  const entries = Object.entries(settings);
  const [decomposing, executing] = [true, false].map((wanted) =>
    Object.fromEntries(entries.filter(([name]) => ofDecompose.includes(name) === wanted)),
  );
  await recorded.project.resume(decomposing, executing);
};

Then('the resumed run has {word}', function (this: Scene, status: string) {
  const { failure, report } = projectOf(this);
  assert.equal(failure?.message, undefined);
  assert.equal(report.status, status);
});
Then('only part {int} and the rollup above it have run', function (this: Scene, part: number) {
  assert.deepEqual(projectOf(this).taken(), [`part-${part}`, 'rollup project']);
});
Then('none that was told as done has run again', function (this: Scene) {
  const { project, other } = recordedOf(this);
  const ran = project.taken();
  assert.ok(other && other.told.length > 0);
  for (const label of other.told) assert.equal(ran.filter((one) => one === label).length, 1, label);
});
Then('its result is of all {int} parts', function (this: Scene, parts: number) {
  const { report } = projectOf(this);
  assert.equal(report.leaves.length, parts);
  assert.deepEqual(report.root.value, { files: 5 * parts });
});
Then(
  /^its history says that (\w+) was (\S+) and is (\S+)$/,
  function (this: Scene, option: string, before: string, now: string) {
    const changed = projectOf(this).report.sessions?.at(-1)?.changed ?? [];
    assert.deepEqual(
      changed.map((one) => [one.option, one.before, one.now]),
      [[option, readValue(before), readValue(now)]],
    );
  },
);
Then('its history has {int} entries, each with its time and version', function (this: Scene, count: number) {
  const sessions = projectOf(this).report.sessions ?? [];
  assert.equal(sessions.length, count);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const [i, session] of sessions.entries()) {
    assert.equal(session.version, version);
    if (i > 0) assert.ok(session.startedAt > sessions[i - 1].startedAt);
  }
});
Then('no more than {int} may run at once', function (this: Scene, limit: number) {
  const { concurrency } = projectOf(this).report;
  assert.equal(concurrency.limit, limit);
  assert.ok(concurrency.peak <= limit);
});
Then(
  /^resuming is refused: (\w+) was (.+) and is (.+)$/,
  function (this: Scene, option: string, before: string, now: string) {
    const problem = refusal(this, 'resume-refused').problems.find(({ field }) => field === option);
    assert.deepEqual(problem, { field: option, expected: `${before}, as recorded`, received: now });
  },
);
Then('resuming is refused: the task is not as it was', function (this: Scene) {
  const [problem, ...others] = refusal(this, 'resume-refused').problems;
  assert.deepEqual([problem.field, others], ['task', []]);
  const versions = [problem.expected, problem.received].map((text) => /task\.mjs \((\w{8})\)/.exec(text)?.[1]);
  assert.ok(versions[0] && versions[1] && versions[0] !== versions[1], versions.join(' '));
});
Then('resuming is refused, and the message names the other process', function (this: Scene) {
  const { message, nextStep } = refusal(this, 'run-owned');
  assert.ok(message.includes(`process ${recordedOf(this).other?.pid} on `), message);
  assert.match(nextStep, /Wait until it has ended, or end that process/);
});
Then(/^resuming is refused, since the ledger (.+)$/, function (this: Scene, why: string) {
  const words = {
    'is not as it was written': /is not as it was written: /,
    'is of another version': /has format version/,
  };
  const { message, nextStep } = refusal(this, 'ledger-damaged');
  assert.match(message, words[why as keyof typeof words]);
  assert.ok(message.includes(projectOf(this).ledger), message);
  assert.match(nextStep, /backup|newer one/);
});
Then('nothing has run, and the ledger is as it was', function (this: Scene) {
  const { project, ledger } = recordedOf(this);
  assert.deepEqual(project.taken(), []);
  assert.ok(ledger && readFileSync(project.ledger).equals(ledger), 'the ledger was changed');
});

const refusal = (scene: Scene, code: string) => {
  const { failure } = projectOf(scene);
  assert.ok(failure, 'it was not refused');
  assert.equal(failure.code, code, failure.message);
  return failure;
};
