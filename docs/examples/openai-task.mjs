// Reviews every leaf with a model behind any OpenAI-compatible endpoint.
//
//   npm install openai zod
//   OPENAI_MODEL=… OPENAI_API_KEY=… subplan run . --task openai-task.mjs --max-tokens 30k --goal 'look for leaks'
//
// OPENAI_BASE_URL names another endpoint than OpenAI's; local-model.mjs beside this file is one that needs no key.
// OPENAI_MAX_OUTPUT_TOKENS bounds an answer, OPENAI_SILENCE_MS (120000) says how long the endpoint may say nothing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI from 'openai';
import { defineTask, RateLimited } from 'subplan';
import { z } from 'zod';

const Review = z.object({
  findings: z.array(z.object({ file: z.string(), line: z.number().nullish(), problem: z.string().min(1) })),
});

export default defineTask({
  name: 'openai-review',
  version: '1',
  output: Review,
  run: async (leaf, context) => {
    const settings = settingsFrom(process.env);
    context.progress(0, 'reading');
    const messages = await messagesFor(leaf, context);
    context.progress(0.1, 'waiting for the model');
    return reviewIn(await ask(messages, settings, context));
  },
  rollUp: ({ values }) => ({ findings: values.flatMap(({ findings }) => findings) }),
});

const settingsFrom = (env) => {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, OPENAI_SILENCE_MS, OPENAI_MAX_OUTPUT_TOKENS } = env;
  if (!OPENAI_MODEL) throw forGood('OPENAI_MODEL is not set: name the model to ask');
  if (!OPENAI_API_KEY && !OPENAI_BASE_URL) {
    throw forGood('OPENAI_API_KEY is not set; an endpoint that needs none is named by OPENAI_BASE_URL');
  }
  if (OPENAI_BASE_URL && !isPlainUrl(OPENAI_BASE_URL)) {
    throw forGood('OPENAI_BASE_URL must be a URL such as https://example.org/v1, without a user name or password');
  }
  return {
    model: OPENAI_MODEL,
    key: OPENAI_API_KEY,
    maxTokens: count('OPENAI_MAX_OUTPUT_TOKENS', OPENAI_MAX_OUTPUT_TOKENS, undefined),
    silenceMs: count('OPENAI_SILENCE_MS', OPENAI_SILENCE_MS, 120_000),
  };
};

const isPlainUrl = (text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '';

const count = (name, text, otherwise) => {
  if (!text) return otherwise;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw forGood(`${name} must be a whole number above 0, and is ${JSON.stringify(text)}`);
};

const messagesFor = async (leaf, { root, goal, lineage, signal }) => {
  const files = await Promise.all(
    leaf.files.map(async (path) => `=== ${path}\n${await readFile(join(root, path), { encoding: 'utf8', signal })}`),
  );
  const system =
    'You review a part of a larger project. Answer with one JSON object and nothing else: ' +
    '{"findings": [{"file": "path", "line": 12, "problem": "one sentence"}]}. Without findings the list is empty.';
  const part = [
    `Goal: ${goal ?? 'find mistakes'}`,
    `Part: ${lineage.labels.join(' › ')}`,
    `Tied to it, and not shown: ${leaf.context.slice(0, 20).join(', ') || 'nothing'}`,
    ...files,
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: part.join('\n\n') },
  ];
};

/** The whole answer, as text. What it cost is told whatever becomes of it. */
const ask = async (messages, settings, context) => {
  const { model, key, maxTokens, silenceMs } = settings;
  // No retries here: subplan waits, where waiting holds no slot and one leaf's limit is everyone's.
  const client = new OpenAI({ apiKey: key ?? 'none', maxRetries: 0, timeout: silenceMs, logLevel: 'off' });
  const answer = { text: '', finish: undefined, usage: undefined };
  const request = new AbortController();
  const end = () => request.abort();
  let silent = false;
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silent = true;
      end();
    }, silenceMs);
  };

  context.signal.throwIfAborted();
  context.signal.addEventListener('abort', end, { once: true });
  try {
    const stream = await client.chat.completions.create(
      { model, messages, max_tokens: maxTokens, stream: true, stream_options: { include_usage: true } },
      { signal: request.signal },
    );
    heard();
    for await (const chunk of stream) {
      heard();
      hear(chunk, answer, context);
    }
  } catch (error) {
    context.signal.throwIfAborted();
    throw silent ? wentSilent(client, silenceMs) : failureFrom(error, client, silenceMs);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', end);
    tellSpending(messages, answer, context);
  }
  // A stream that was aborted ends without an error.
  context.signal.throwIfAborted();
  if (silent) throw wentSilent(client, silenceMs);
  return complete(answer, client);
};

const hear = ({ choices, usage }, answer, { progress }) => {
  const [choice] = choices ?? [];
  if (answer.text === '' && choice?.delta?.content) progress(0.5, 'answering');
  answer.text += choice?.delta?.content ?? '';
  answer.finish = choice?.finish_reason ?? answer.finish;
  // Usually in the last chunk only. Where every chunk has it, each counts from the start.
  answer.usage = usage ?? answer.usage;
};

const tellSpending = (messages, { text, usage }, { spend }) => {
  if (usage) {
    const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = usage;
    spend({ inputTokens, outputTokens, tokens: inputTokens + outputTokens });
  } else if (text !== '') {
    // Cut off before the endpoint told what it charges for: about four characters a token, so that budgets see it.
    const inputTokens = Math.ceil(messages.map(({ content }) => content).join('').length / 4);
    const outputTokens = Math.ceil(text.length / 4);
    spend({ inputTokens, outputTokens, tokens: inputTokens + outputTokens });
  }
};

const complete = ({ text, finish }, client) => {
  switch (finish) {
    case 'stop':
      return text;
    case 'length':
      throw forGood('the answer was cut off: raise OPENAI_MAX_OUTPUT_TOKENS, or make leaves smaller with --max-tokens');
    case undefined:
      throw new Error(`${hostOf(client)} ended its answer halfway`);
    default:
      throw forGood(`the model gave no answer: ${finish}`);
  }
};

/** Models like to put a fence or a sentence around what they were asked for. */
const reviewIn = (text) => {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`the model did not answer with JSON: ${JSON.stringify(text.slice(0, 200))}`);
  }
};

/** What the client threw, as what subplan goes by. The key appears in none of it, though an endpoint may echo it. */
const failureFrom = (error, client, silenceMs) => {
  const said = (text) => (client.apiKey.length > 4 ? String(text).replaceAll(client.apiKey, '…') : String(text));
  if (error instanceof OpenAI.APIConnectionTimeoutError) return wentSilent(client, silenceMs);
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIConnectionError) {
    return new Error(`no answer from ${hostOf(client)}: ${said(reasonOf(error))}`);
  }
  const message = `${hostOf(client)}: ${said(error.message)}`;
  if (error.code === 'insufficient_quota') return forGood(message);
  // Inside a stream that has begun there is no status, but a code.
  if (error.status === 429 || error.code === 'rate_limit_exceeded') {
    return new RateLimited({ message, retryAfterMs: waitIn(error.headers) });
  }
  const passing = error.status === undefined || error.status >= 500 || error.status === 408 || error.status === 409;
  return passing ? new Error(message) : forGood(message);
};

/** How long to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
const waitIn = (headers) => {
  const ms = headers?.get('retry-after-ms')?.trim();
  if (isNumber(ms)) return Math.ceil(Number(ms));
  const after = headers?.get('retry-after')?.trim();
  if (isNumber(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
};

const isNumber = (text) => /^\d+(\.\d+)?$/.test(text ?? '');

/** The innermost cause says most: `connect ECONNREFUSED 127.0.0.1:8080` rather than `fetch failed`. */
const reasonOf = (error) => (error?.cause === undefined ? (error?.message ?? error) : reasonOf(error.cause));

const hostOf = (client) => new URL(client.baseURL).host;

const wentSilent = (client, silenceMs) => new Error(`${hostOf(client)} said nothing for ${silenceMs / 1000} s`);

/** A failure that another attempt would not mend. */
const forGood = (message) => Object.assign(new Error(message), { retryable: false });
