// Writes runs whose settings have code of each kind, as versions recorded them that did not say which kind:
//   node --import tsx test/ledger/written/code/write.ts FOLDER
// Run once, by such a version; FOLDER is where the project stands meanwhile.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decompose } from '../../../../src/index.js';
import { command, namedRepair, options, sampling, task } from './runs.js';

const root = process.argv[2];
const ledger = join(root, 'ledger.db');
const run = async (execute: object): Promise<string> => {
  const execution = decompose(options).execute({ task: task(1), root, ledger, ...execute });
  // Before anything starts: no process is written down that the settings could be told from.
  execution.stop();
  return (await execution).runId;
};
const runs = {
  command: await run({ task: command }),
  sampling: await run({ sampling }),
  repair: await run({ sampling: namedRepair }),
};
copyFileSync(ledger, fileURLToPath(new URL('./ledger.db', import.meta.url)));
writeFileSync(new URL('./ledger.json', import.meta.url), `${JSON.stringify(runs, null, 2)}\n`);
