import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Usage } from '../../dist/index.js';
import { attempt, finding, given, key, type Thrown, thrownBy } from './attempts.js';
import { answered, begun, endpoint, failedWithin, finished, refusal, review, said, used } from './endpoint.js';

/** What an attempt throws at an endpoint that responds like this. */
const thrownAt = async (respond: Parameters<typeof endpoint>[0]): Promise<Thrown> => {
  const { baseURL } = await endpoint(respond);
  given({ OPENAI_BASE_URL: baseURL });
  return thrownBy(attempt().value);
};

describe('an answer', () => {
  test('is put together from what is streamed', async () => {
    const text = JSON.stringify({ findings: [finding] });
    const { baseURL } = await endpoint(answered(...[...text].map(said), finished('stop'), used(100, 20)));
    given({ OPENAI_BASE_URL: baseURL });
    expect(await attempt().value).toEqual({ findings: [finding] });
  });

  test('may have words and a fence around it', async () => {
    const text = `Here it is:\n\`\`\`json\n${JSON.stringify({ findings: [finding] })}\n\`\`\`\nDone.`;
    const { baseURL } = await endpoint(answered(said(text), finished('stop')));
    given({ OPENAI_BASE_URL: baseURL });
    expect(await attempt().value).toEqual({ findings: [finding] });
  });

  test('is asked for once, with the goal, the files and what they hold', async () => {
    const { baseURL, asked } = await endpoint(review({ findings: [] }));
    given({ OPENAI_BASE_URL: baseURL, OPENAI_MODEL: 'some-model' });
    await attempt().value;
    expect(asked).toHaveLength(1);
    expect(asked[0].headers.authorization).toBe(`Bearer ${key}`);
    expect(asked[0].body).toMatchObject({ model: 'some-model', stream: true, stream_options: { include_usage: true } });
    const prompt = asked[0].body.messages.map(({ content }) => content).join('\n');
    for (const part of ['look for leaks', 'main.js', 'lib/b.js\nexport const b = 2;']) expect(prompt).toContain(part);
  });

  test('that is not JSON is worth another attempt', async () => {
    const error = await thrownAt(answered(said('I would rather not.'), finished('stop')));
    expect(error.message).toBe('the model did not answer with JSON: "I would rather not."');
    expect(error.retryable).toBeUndefined();
  });

  test('that was cut off at its longest would be so again', async () => {
    const error = await thrownAt(answered(said('{"findings": ['), finished('length')));
    expect(error).toMatchObject({ retryable: false, message: expect.stringContaining('OPENAI_MAX_OUTPUT_TOKENS') });
  });

  test('that ends halfway is none', async () => {
    const error = await thrownAt(answered(said('{"findings": []}')));
    expect(error.message).toMatch(/ended its answer halfway$/);
    expect(error.retryable).toBeUndefined();
  });
});

describe('an endpoint that asks to wait', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  test.each([
    ['seconds', { 'retry-after': '2' }, 2000],
    ['fractions of seconds', { 'retry-after': '0.25' }, 250],
    ['milliseconds, which are more exact', { 'retry-after': '2', 'retry-after-ms': '1500' }, 1500],
    ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:01:30 GMT' }, 90_000],
    ['a date that is over', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['nothing', {}, undefined],
    ['nonsense', { 'retry-after': 'soon', 'retry-after-ms': '-1' }, undefined],
  ])('is believed: %s', async (_, headers, retryAfterMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const error = await thrownAt(refusal(429, { headers }));
    expect(error).toMatchObject({ name: 'RateLimited', code: 'rate-limited' });
    expect(error.retryAfterMs).toBe(retryAfterMs);
  });

  test('is heard in the middle of an answer too', async () => {
    const error = await thrownAt(answered(said('{'), failedWithin({ code: 'rate_limit_exceeded', message: 'slower' })));
    expect(error).toMatchObject({ code: 'rate-limited', message: expect.stringContaining('slower') });
  });

  test('is not waited for where there is no money left', async () => {
    const error = await thrownAt(refusal(429, { error: { code: 'insufficient_quota' } }));
    expect(error.code).toBeUndefined();
    expect(error.retryable).toBe(false);
  });
});

describe('an endpoint that fails', () => {
  test.each([500, 502, 503])('with %i may do better next time', async (status) => {
    const error = await thrownAt(refusal(status));
    expect(error.message).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+: ${status} so says the endpoint$`));
    expect([error.code, error.retryable]).toEqual([undefined, undefined]);
  });

  test('in the middle of an answer may do better next time', async () => {
    const error = await thrownAt(answered(said('{'), failedWithin({ code: 'server_error', message: 'broken' })));
    expect(error.message).toContain('broken');
    expect(error.retryable).toBeUndefined();
  });

  test.each([400, 401, 403, 404])('with %i would do so again', async (status) => {
    const error = await thrownAt(refusal(status));
    expect(error.message).toContain(`${status} so says the endpoint`);
    expect(error.retryable).toBe(false);
  });

  test('by hanging up may do better next time', async () => {
    const error = await thrownAt((response) => response.destroy());
    expect(error.message).toMatch(/^no answer from 127\.0\.0\.1:\d+: /);
    expect(error.retryable).toBeUndefined();
  });

  test('by hanging up halfway may do better next time', async () => {
    const error = await thrownAt((response, asked) => {
      begun(said('{"findings": []}'))(response, asked);
      // What was written is on its way before the connection ends.
      response.write('', () => response.destroy());
    });
    expect(error.message).toMatch(/^no answer from 127\.0\.0\.1:\d+: /);
    expect(error.retryable).toBeUndefined();
  });

  test('by not being there may be there next time', async () => {
    given({ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' });
    const error = await thrownBy(attempt().value);
    expect(error.message).toMatch(/^no answer from 127\.0\.0\.1:1: /);
    expect(error.retryable).toBeUndefined();
  });

  test.each([400, 401, 429, 500])('with %i and says the key does not make it known', async (status) => {
    const error = await thrownAt(refusal(status, { error: { message: `${key} is no key`, code: key } }));
    expect(error.message).toContain('… is no key');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key);
  });
});

describe('a connection that hangs', () => {
  test('ends with the attempt, before the answer', async () => {
    const { baseURL, asked, until } = await endpoint(() => undefined);
    given({ OPENAI_BASE_URL: baseURL });
    const run = new AbortController();
    const thrown = thrownBy(attempt(run.signal).value);
    await until(1);
    run.abort(new Error('the run was cancelled'));
    expect((await thrown).message).toBe('the run was cancelled');
    await asked[0].closed;
  });

  test('ends with the attempt, in the middle of the answer', async () => {
    const { baseURL, asked } = await endpoint(begun(said('{"findings":')));
    given({ OPENAI_BASE_URL: baseURL });
    const run = new AbortController();
    const { value, spent } = attempt(run.signal, (_, doing) => {
      if (doing === 'answering') setImmediate(() => run.abort(new Error('the run was cancelled')));
    });
    expect((await thrownBy(value)).message).toBe('the run was cancelled');
    await asked[0].closed;
    expect(spent).toHaveLength(1);
  });

  test.each([
    ['before the answer', () => undefined],
    ['in the middle of it', begun(said('{"findings":'))],
  ])('ends after a while of silence, %s', async (_, respond) => {
    const { baseURL, asked } = await endpoint(respond);
    given({ OPENAI_BASE_URL: baseURL, OPENAI_SILENCE_MS: '100' });
    const error = await thrownBy(attempt().value);
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+ said nothing for 0\.1 s$/);
    expect(error.retryable).toBeUndefined();
    await asked[0].closed;
  });

  test('is not begun for an attempt that is to end already', async () => {
    const { baseURL, asked } = await endpoint(review({ findings: [] }));
    given({ OPENAI_BASE_URL: baseURL });
    const run = new AbortController();
    const { value } = attempt(run.signal, (_, doing) => {
      if (doing === 'waiting for the model') run.abort(new Error('the run was cancelled'));
    });
    expect((await thrownBy(value)).message).toBe('the run was cancelled');
    expect(asked).toEqual([]);
  });

  test('leaves no timer and no listener behind where it did not hang', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { baseURL } = await endpoint(review({ findings: [] }));
    given({ OPENAI_BASE_URL: baseURL });
    const { signal } = new AbortController();
    await attempt(signal).value;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('what is spent', () => {
  /** What an attempt spends, whatever becomes of it. */
  const spentAt = async (respond: Parameters<typeof endpoint>[0]): Promise<readonly Usage[]> => {
    const { baseURL } = await endpoint(respond);
    given({ OPENAI_BASE_URL: baseURL });
    const { value, spent } = attempt();
    await value.catch(() => undefined);
    return spent;
  };

  test('is what the endpoint says', async () => {
    expect(await spentAt(review({ findings: [] }))).toEqual([{ inputTokens: 100, outputTokens: 20, tokens: 120 }]);
  });

  test('counts once where every part of the answer tells it', async () => {
    const answer = answered(said('{"findings":'), used(100, 3), said('[]}'), finished('stop'), used(100, 5));
    expect(await spentAt(answer)).toEqual([{ inputTokens: 100, outputTokens: 5, tokens: 105 }]);
  });

  test('counts where the answer was cut off at its longest', async () => {
    const answer = answered(said('{'), finished('length'), used(100, 1));
    expect(await spentAt(answer)).toEqual([{ inputTokens: 100, outputTokens: 1, tokens: 101 }]);
  });

  test('is estimated where the connection ended before it was told', async () => {
    const [spent, ...more] = await spentAt(answered(said('12345678')));
    expect(more).toEqual([]);
    expect(spent.outputTokens).toBe(2);
    expect(spent.inputTokens).toBeGreaterThan(0);
    expect(spent.tokens).toBe(spent.inputTokens + spent.outputTokens);
  });

  test('is nothing where nothing was answered', async () => {
    expect(await spentAt(refusal(500))).toEqual([]);
  });
});

describe('settings that are missing or wrong', () => {
  test.each([
    ['a model', { OPENAI_BASE_URL: 'http://127.0.0.1:1', OPENAI_MODEL: '' }, 'OPENAI_MODEL is not set'],
    ['a key', { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' }, 'OPENAI_API_KEY is not set'],
    ['a number', { OPENAI_BASE_URL: 'http://127.0.0.1:1', OPENAI_SILENCE_MS: '2m' }, 'OPENAI_SILENCE_MS must be'],
    ['a URL', { OPENAI_BASE_URL: 'example.org' }, 'OPENAI_BASE_URL must be'],
    ['a URL without a password', { OPENAI_BASE_URL: `http://me:${key}@127.0.0.1:1` }, 'OPENAI_BASE_URL must be'],
  ])('%s', async (_, variables, message) => {
    given(variables);
    const error = await thrownBy(attempt().value);
    expect(error).toMatchObject({ retryable: false, message: expect.stringContaining(message) });
    expect(error.message).not.toContain(key);
  });
});
