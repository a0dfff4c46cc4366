import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { RateLimited, type TaskContext } from '../../dist/index.js';

interface Limit {
  /** How many ask at first: none is answered before all of them have asked. */
  readonly together: number;
  /** How many of those are served. Who asks again is. */
  readonly burst: number;
}

/** A local service that turns away whom it cannot serve at once, and a task that asks it. */
export const limitedService = async ({ together, burst }: Limit) => {
  const counts = { served: 0, refused: 0 };
  const waiting: ServerResponse[] = [];
  const answer = (response: ServerResponse, isServed: boolean): void => {
    counts[isServed ? 'served' : 'refused']++;
    if (isServed) response.end('served');
    else response.writeHead(429, { 'retry-after-ms': '20' }).end();
  };
  const server = createServer((_, response) => {
    if (counts.served > 0) return answer(response, true);
    if (waiting.push(response) === together) for (const [at, one] of waiting.entries()) answer(one, at < burst);
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
