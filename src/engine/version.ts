import { readFileSync } from 'node:fs';

/** From package.json, which stands two folders up from the source and from what is built of it. */
export const version = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
