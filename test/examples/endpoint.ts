import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that an endpoint got. */
interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly messages: readonly { readonly content: string }[] };
  /** Fulfilled when the connection it came on is closed. */
  readonly closed: Promise<unknown>;
}

type Respond = (response: ServerResponse, asked: Asked) => void;

/** An endpoint that answers as the test says, gone after it. `asked` has what it got, `until` waits for so many. */
export const endpoint = async (respond: Respond) => {
  const asked: Asked[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    // One that is reset ends with an error before it is closed, which `once` would take for a failure.
    const closed = new Promise<unknown>((resolve) => request.socket.once('close', resolve));
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    asked.push({ headers: request.headers, body: JSON.parse(body), closed });
    for (const wake of waiting.splice(0)) wake();
    respond(response, asked.at(-1)!);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const until = async (count: number): Promise<void> => {
    while (asked.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, until };
};

export const refusal =
  (status: number, { headers = {}, error = {} }: { headers?: Record<string, string>; error?: object } = {}): Respond =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: 'so says the endpoint', ...error } }));

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

export const said = (content: string): string => event({ choices: [{ index: 0, delta: { content } }] });

export const finished = (reason: string): string =>
  event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });

export const used = (prompt_tokens: number, completion_tokens: number): string =>
  event({ choices: [], usage: { prompt_tokens, completion_tokens } });

export const failedWithin = (error: object): string => event({ error });

const done = 'data: [DONE]\n\n';

/** An answer that begins with these events, and no end. */
export const begun =
  (...events: readonly string[]): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of events) response.write(text);
  };

/** A whole answer. */
export const answered =
  (...events: readonly string[]): Respond =>
  (response, asked) => {
    begun(...events)(response, asked);
    response.end(done);
  };

/** An answer in which the model says this. */
export const review = (value: unknown): Respond =>
  answered(said(JSON.stringify(value)), finished('stop'), used(100, 20));
