// Writes the ledger that every later version must be able to read, and what reading it must give:
//   node --import tsx test/ledger/written/write.ts && npx biome check --write test/ledger/written
// Run once for each version that changes what is written, and never again for one that was published.
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../../src/engine/version.js';
import { decompose } from '../../../src/index.js';
import { makeFolder, removeFolder } from '../../temporary-folder.js';
import { contentsOf } from './contents.js';
import { options, task } from './task.js';

const place = (ending: string): string => fileURLToPath(new URL(`./${version()}.${ending}`, import.meta.url));
// Elsewhere, so that nothing but the ledger itself comes to stand here.
const folder = makeFolder();
const ledger = join(folder, 'ledger.db');
const root = '/project';
// Where this machine keeps its files is nobody's business.
Error.stackTraceLimit = 0;

const { runId } = await decompose(options).execute({
  ...{ ledger, root, task: task('first'), maxParallel: 1, order: 'plan', retries: 1, backoffMs: 1 },
});
await decompose(options).execute({ ledger, root, task: task('second'), resume: runId, maxParallel: 2 });
await decompose(options).execute({ ledger, root, task: task('last'), reuse: true, maxParallel: 1 });
const stopped = await decompose(options).execute({
  ...{ ledger, root, task: task('first'), onFailure: 'stop', maxParallel: 1, order: 'plan' },
});
if ((statSync(`${ledger}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw new Error('the file is not whole');
copyFileSync(ledger, place('db'));
// What the one file gives by itself.
const alone = join(folder, 'alone.db');
copyFileSync(ledger, alone);
const contents = { toResume: stopped.runId, ...(await contentsOf(alone)) };
writeFileSync(place('json'), `${JSON.stringify(contents, null, 2)}\n`);
removeFolder(folder);
