// A stand-in for a model: speaks the protocol of OpenAI-compatible endpoints and reports the TODO comments it is shown.
//
//   node local-model.mjs --port 8080 --requests-per-minute 30
//   OPENAI_BASE_URL=http://127.0.0.1:8080/v1 OPENAI_MODEL=local subplan run . --task openai-task.mjs --max-tokens 30k
//
// The model decides what goes wrong: `local` answers, `local-500` fails, `local-hang` begins and says no more,
// `local-cut` is cut off at its longest answer.
import { createServer } from 'node:http';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Listens on this machine only. `perMinute` requests are let through (all, where it is not given), of which `burst` may
 * come at once; with `key` others are refused.
 */
export const startLocalModel = async ({ port = 0, perMinute, burst = 5, key, now = Date.now } = {}) => {
  const admit = perMinute === undefined ? () => 0 : bucket({ perMinute, burst, now });
  const server = createServer((request, response) => {
    reply(request, response, { admit, key }).catch((error) => response.destroy(error));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${server.address().port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};

/** A token bucket: 0 where a request may pass, else the milliseconds until one may. */
const bucket = ({ perMinute, burst, now }) => {
  const everyMs = 60_000 / perMinute;
  let tokens = burst;
  let at = now();
  return () => {
    tokens = Math.min(burst, tokens + (now() - at) / everyMs);
    at = now();
    if (tokens < 1) return Math.ceil((1 - tokens) * everyMs);
    tokens -= 1;
    return 0;
  };
};

const reply = async (request, response, { admit, key }) => {
  if (request.method !== 'POST' || !request.url.endsWith('/chat/completions')) {
    return refuse(response, {
      status: 404,
      code: 'not_found',
      message: `there is no ${request.method} ${request.url}`,
    });
  }
  if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
    return refuse(response, { status: 401, code: 'invalid_api_key', message: 'the API key is not the one I know' });
  }
  const waitMs = admit();
  if (waitMs > 0) {
    const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)), 'retry-after-ms': String(waitMs) };
    return refuse(response, { status: 429, code: 'rate_limit_exceeded', message: 'too many requests', headers });
  }
  const question = await questionIn(request);
  if (question === undefined) {
    return refuse(response, { status: 400, code: 'invalid_request', message: 'the body is not a streamed completion' });
  }
  return question.model === 'local-500'
    ? refuse(response, { status: 500, code: 'server_error', message: 'as asked for by the name of the model' })
    : answer(response, question);
};

const refuse = (response, { status, code, message, headers = {} }) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message, code, type: code } }));

const questionIn = async (request) => {
  let body = '';
  for await (const text of request.setEncoding('utf8')) body += text;
  try {
    const { model, messages, stream } = JSON.parse(body);
    return stream ? { model, prompt: messages.map(({ content }) => content).join('\n') } : undefined;
  } catch {
    return undefined;
  }
};

const answer = (response, { model, prompt }) => {
  const text = JSON.stringify({ findings: findingsIn(prompt) });
  const send = (chunk) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const say = (content, finish_reason = null) =>
    send({ object: 'chat.completion.chunk', model, choices: [{ index: 0, delta: { content }, finish_reason }] });

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (model === 'local-hang') return say(text.slice(0, 5));
  const cut = model === 'local-cut';
  for (const part of (cut ? text.slice(0, 5) : text).match(/.{1,20}/gsu)) say(part);
  say('', cut ? 'length' : 'stop');
  const usage = { prompt_tokens: Math.ceil(prompt.length / 4), completion_tokens: Math.ceil(text.length / 4) };
  send({ object: 'chat.completion.chunk', model, choices: [], usage });
  return response.end('data: [DONE]\n\n');
};

/** Files stand in the prompt behind a line `=== path`. */
const findingsIn = (prompt) => {
  const findings = [];
  let file;
  let line = 0;
  for (const text of prompt.split('\n')) {
    line += 1;
    const [, path] = /^=== (.+)$/.exec(text) ?? [];
    if (path !== undefined) [file, line] = [path, 0];
    const [todo] = /\b(?:TODO|FIXME)\b.*/.exec(text) ?? [];
    if (todo !== undefined && file !== undefined) findings.push({ file, line, problem: `left to do: ${todo}` });
  }
  return findings;
};

const main = async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      'requests-per-minute': { type: 'string' },
      key: { type: 'string' },
    },
  });
  const perMinute = values['requests-per-minute'];
  const model = await startLocalModel({
    port: Number(values.port),
    perMinute: perMinute === undefined ? undefined : Number(perMinute),
    key: values.key,
  });
  process.stdout.write(`OPENAI_BASE_URL=${model.baseURL} OPENAI_MODEL=local\n`);
};

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) await main();
