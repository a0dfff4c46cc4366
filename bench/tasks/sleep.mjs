import { setTimeout as sleep } from 'node:timers/promises';

/** As many milliseconds as the leaf has tokens. */
export default async ({ tokens }) => {
  await sleep(tokens);
  return 1;
};
