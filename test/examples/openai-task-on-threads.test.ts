import { expect, test } from 'vitest';
import { decompose } from '../../dist/index.js';
import { groupsProject } from '../durable/projects.js';
import { finding, given, key, taskUrl } from './attempts.js';
import { begun, endpoint, refusal, review, said } from './endpoint.js';

const leaves = 4;

/** An endpoint that has one finding for each leaf, once `before` has nothing more to say. */
const reviewing = (before: (count: number) => ReturnType<typeof refusal> | undefined = () => undefined) => {
  let count = 0;
  return endpoint((response, asked) => {
    count += 1;
    (before(count) ?? review({ findings: [finding] }))(response, asked);
  });
};

test('values are checked and joined, and spending is added up', async () => {
  const { baseURL, asked } = await reviewing();
  given({ OPENAI_BASE_URL: baseURL });
  const report = await decompose(groupsProject(leaves).options).execute({
    task: taskUrl,
    threads: 1,
    maxParallel: 2,
  });
  expect(report.status).toBe('succeeded');
  expect(report.root.value).toEqual({ findings: Array(leaves).fill(finding) });
  expect(report.usage).toEqual({ inputTokens: 100 * leaves, outputTokens: 20 * leaves, tokens: 120 * leaves });
  expect(asked).toHaveLength(leaves);
});

test('a value that is no review fails its leaf', async () => {
  const { baseURL } = await reviewing((count) => (count === 1 ? review({ findings: 'none' }) : undefined));
  given({ OPENAI_BASE_URL: baseURL });
  const report = await decompose(groupsProject(leaves).options).execute({ task: taskUrl, threads: 1 });
  expect(report.failures.map(({ failure }) => failure.code)).toEqual(['invalid-output']);
});

test('an endpoint that fails at first is tried again', async () => {
  const { baseURL } = await reviewing((count) => (count <= leaves ? refusal(500) : undefined));
  given({ OPENAI_BASE_URL: baseURL });
  const options = { task: taskUrl, threads: 1, maxParallel: leaves, retries: leaves, backoffMs: 1 };
  const report = await decompose(groupsProject(leaves).options).execute(options);
  expect(report.status).toBe('succeeded');
  expect(report.leaves.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(2 * leaves);
});

test('an endpoint that refuses the key is not tried again', async () => {
  const { baseURL, asked } = await reviewing(() => refusal(401, { error: { message: `not ${key}` } }));
  given({ OPENAI_BASE_URL: baseURL });
  const report = await decompose(groupsProject(leaves).options).execute({
    task: taskUrl,
    threads: 1,
    retries: 3,
    backoffMs: 1,
  });
  expect(report.leaves.map(({ outcome, attempts }) => [outcome, attempts])).toEqual(Array(leaves).fill(['failed', 1]));
  expect(asked).toHaveLength(leaves);
  expect(JSON.stringify(report)).not.toContain(key);
});

test('an endpoint that asks to wait costs no attempt', async () => {
  const wait = refusal(429, { headers: { 'retry-after-ms': '1' } });
  const { baseURL } = await reviewing((count) => (count <= 3 ? wait : undefined));
  given({ OPENAI_BASE_URL: baseURL });
  const report = await decompose(groupsProject(leaves).options).execute({
    task: taskUrl,
    maxParallel: 2,
    retries: 0,
  });
  expect(report.status).toBe('succeeded');
  expect(report.leaves.map(({ attempts }) => attempts)).toEqual(Array(leaves).fill(1));
});

test('cancelling a run closes its connections', async () => {
  const { baseURL, asked, until } = await endpoint(begun(said('{')));
  given({ OPENAI_BASE_URL: baseURL });
  const run = decompose(groupsProject(leaves).options).execute({
    task: taskUrl,
    threads: 1,
    maxParallel: 2,
    graceMs: 30_000,
  });
  await until(2);
  run.cancel('enough');
  const report = await run;
  expect(report.status).toBe('cancelled');
  await Promise.all(asked.map(({ closed }) => closed));
});
