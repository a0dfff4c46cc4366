import { readFileSync, writeFileSync } from 'node:fs';
import { agentFigures } from './agents.js';
import { isBuilt } from './built.js';
import { cutFigures, largeGraphFigures } from './cut.js';
import { executeFigures } from './execute.js';
import { experimentFigures } from './experiments.js';
import { better, describe, type Figure, isFailed } from './figure.js';
import { languageFigures } from './languages.js';
import { ledgerFigures } from './ledger.js';
import { projectFigures } from './project.js';
import { replanFigures, stayPutFigures } from './stay-put.js';

// npm run bench                 everything, in full
// npm run bench -- --short      what CI runs: smaller, against the committed baseline
// npm run bench -- --baseline   the short form, written as the new baseline
const words = new Set(process.argv.slice(2));
const isShort = words.has('--short') || words.has('--baseline');
const baselineFile = new URL('./baseline.json', import.meta.url);
const print = (line: string) => void process.stdout.write(`${line}\n`);

if (!isBuilt()) {
  process.stderr.write('dist/ is missing: run `npm run build` first\n');
  process.exit(2);
}

const suites: (() => Promise<Figure[]>)[] = isShort
  ? [
      // First: what other suites leave on the heap weighs on code that makes many small things.
      ...executeFigures({ rounds: 3, isFull: false }),
      () => cutFigures(2),
      () => stayPutFigures(3),
      () => replanFigures(1),
      () => projectFigures({ small: 2_000, large: 10_000, rounds: 3, isFull: false }),
      () => languageFigures(5),
      () => ledgerFigures(3),
      () => agentFigures(3),
      () => experimentFigures(1),
    ]
  : [
      ...executeFigures({ rounds: 5, isFull: true }),
      () => cutFigures(10),
      largeGraphFigures,
      () => stayPutFigures(10),
      () => replanFigures(5),
      () => projectFigures({ small: 10_000, large: 100_000, rounds: 5, isFull: true }),
      () => languageFigures(9),
      () => ledgerFigures(5),
      () => agentFigures(5),
      () => experimentFigures(5),
    ];

const baseline: Record<string, number> =
  isShort && !words.has('--baseline') ? JSON.parse(readFileSync(baselineFile, 'utf8')) : {};
const measured: Record<string, number> = {};
const failed: string[] = [];
for (const suite of suites) {
  // A noisy machine makes a suite worse, never better: the best of three counts.
  let figures = await suite();
  for (let again = 0; again < 2 && figures.some(isFailed); again++) {
    const repeated = await suite();
    figures = figures.map((figure, i) => better(figure, repeated[i]));
  }
  for (const figure of figures) {
    measured[figure.name] = Number(figure.value.toFixed(4));
    print(describe(figure, baseline[figure.name]));
    if (isFailed(figure)) failed.push(figure.name);
  }
}
if (words.has('--baseline')) writeFileSync(baselineFile, `${JSON.stringify(measured, null, 2)}\n`);
if (failed.length > 0) {
  process.stderr.write(`beyond twice the allowed distance, three times: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}
