import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { RateLimited, type TaskContext } from '../../dist/index.js';

export interface Limit {
  readonly perSecond: number;
  readonly burst: number;
}

/** A local service with a token bucket, and a task that asks it. */
export const limitedService = async ({ perSecond, burst }: Limit) => {
  let [tokens, at] = [burst, performance.now()];
  const counts = { served: 0, refused: 0 };
  const server = createServer((_, response) => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
    at = now;
    if (tokens >= 1) {
      tokens--;
      counts.served++;
      response.end('served');
      return;
    }
    counts.refused++;
    response.writeHead(429, { 'retry-after-ms': String(Math.ceil(((1 - tokens) / perSecond) * 1000)) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const task = async (_: unknown, { signal }: TaskContext): Promise<string> => {
    const response = await fetch(url, { signal });
    const wait = response.headers.get('retry-after-ms');
    if (wait !== null) throw new RateLimited({ retryAfterMs: Number(wait) });
    return response.text();
  };
  return { task, counts };
};
