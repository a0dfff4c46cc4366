import { expect, onTestFinished, test, vi } from 'vitest';
import { decompose } from '../../dist/index.js';
import { folderOf } from '../test-folder.js';
import { attempt, example, given, key, taskUrl, thrownBy } from './attempts.js';

interface LocalModel {
  readonly baseURL: string;
  close(): Promise<void>;
}

/** One that is gone after the test. */
const standIn = async (options: object, model = 'local'): Promise<void> => {
  const { startLocalModel } = (await import(example('local-model.mjs').href)) as {
    startLocalModel(options: object): Promise<LocalModel>;
  };
  const { baseURL, close } = await startLocalModel(options);
  onTestFinished(close);
  given({ OPENAI_BASE_URL: baseURL, OPENAI_MODEL: model });
};

test('reports what is left to do', async () => {
  await standIn({ key });
  const root = folderOf({ 'a.js': '// fine\n// TODO: free it\n', 'b.js': '// fine\n' });
  const report = await decompose({ root }).execute({ task: taskUrl, threads: 1 });
  const problem = 'left to do: TODO: free it';
  expect(report.root.value).toEqual({ findings: [{ file: 'a.js', line: 2, problem }] });
  expect(report.usage.tokens).toBeGreaterThan(0);
});

test('asks to wait until its bucket has a token again', async () => {
  let now = 0;
  await standIn({ perMinute: 60, burst: 2, now: () => now });
  await attempt().value;
  await attempt().value;
  expect(await thrownBy(attempt().value)).toMatchObject({ code: 'rate-limited', retryAfterMs: 1000 });
  now = 400;
  expect(await thrownBy(attempt().value)).toMatchObject({ code: 'rate-limited', retryAfterMs: 600 });
  now = 1000;
  expect(await attempt().value).toEqual({ findings: [] });
});

test('goes wrong on demand', async () => {
  await standIn({}, 'local-500');
  expect((await thrownBy(attempt().value)).message).toMatch(/: 500 /);
  await standIn({}, 'local-cut');
  expect(await thrownBy(attempt().value)).toMatchObject({ retryable: false });
  await standIn({ key: 'another' });
  expect((await thrownBy(attempt().value)).message).toMatch(/: 401 /);
  await standIn({}, 'local-hang');
  vi.stubEnv('OPENAI_SILENCE_MS', '100');
  expect((await thrownBy(attempt().value)).message).toMatch(/said nothing/);
});
