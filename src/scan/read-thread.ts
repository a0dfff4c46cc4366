import { parentPort, workerData } from 'node:worker_threads';
import { languages } from '../languages/languages.js';
import { loadLanguages } from '../languages/load-languages.js';
import { createPacker, transferred } from './packed-chunk.js';
import { createReader } from './read-files.js';
import type { ThreadJob, ThreadReply } from './second-reader.js';
import { tokenCounter } from './tokens.js';

// The thread's side of `second-reader.ts`: takes the next chunk nobody has taken until there is none left.
const { root, keep, maxFileBytes, tokens, paths, chunkSize, taken } = workerData as ThreadJob;
const read = createReader({
  root,
  keep: new Set(keep),
  maxFileBytes,
  languages: await loadLanguages(languages, paths),
  countTokens: await tokenCounter(tokens),
});
const pack = createPacker();
const next = new Int32Array(taken);
for (let index = Atomics.add(next, 0, 1); index * chunkSize < paths.length; index = Atomics.add(next, 0, 1)) {
  const chunk = paths.slice(index * chunkSize, (index + 1) * chunkSize);
  const packed = pack(read(chunk), chunk);
  parentPort?.postMessage({ index, packed } satisfies ThreadReply, transferred(packed));
}
