import { agentFigures } from './agents.js';
import { isBuilt } from './built.js';
import { autoFigures, cutFigures, largeGraphFigures } from './cut.js';
import { executeFigures } from './execute.js';
import { experimentFigures } from './experiments.js';
import type { Figure } from './figure.js';
import { appendRow, checkedOutCommit, readHistory } from './history.js';
import { languageFigures } from './languages.js';
import { ledgerFigures } from './ledger.js';
import { measure } from './measure.js';
import { projectFigures } from './project.js';
import { startupFigures } from './startup.js';
import { replanFigures, stayPutFigures } from './stay-put.js';

// npm run bench                          everything, in full
// npm run bench -- --short               what CI runs: smaller
// npm run bench -- [--short] --record    the same, and its row is added to bench/history.jsonl
const known = ['--short', '--record'];
const words = new Set(process.argv.slice(2));
const unknown = [...words].filter((word) => !known.includes(word));
const isShort = words.has('--short');
const say = (text: string): void => void process.stderr.write(`${text}\n`);

if (unknown.length > 0) {
  say(`bench takes ${known.join(' and ')}, got ${unknown.join(' ')}`);
  process.exit(2);
}
if (!isBuilt()) {
  say('dist/ is missing: run `npm run build` first');
  process.exit(2);
}

const suites: (() => Promise<Figure[]>)[] = isShort
  ? [
      // First: what other suites leave on the heap weighs on code that makes many small things.
      ...executeFigures({ rounds: 3, isFull: false }),
      () => cutFigures(2),
      () => autoFigures(1),
      () => stayPutFigures(3),
      () => replanFigures(1),
      () => projectFigures({ small: 2_000, large: 10_000, rounds: 3, isFull: false }),
      () => languageFigures(5),
      () => ledgerFigures(3),
      () => agentFigures(3),
      () => experimentFigures(1),
      () => startupFigures(5),
    ]
  : [
      ...executeFigures({ rounds: 5, isFull: true }),
      () => cutFigures(10),
      () => autoFigures(5),
      largeGraphFigures,
      () => stayPutFigures(10),
      () => replanFigures(5),
      () => projectFigures({ small: 10_000, large: 100_000, rounds: 5, isFull: true }),
      () => languageFigures(9),
      () => ledgerFigures(5),
      () => agentFigures(5),
      () => experimentFigures(5),
      () => startupFigures(15),
    ];

const form = isShort ? 'short' : 'full';
const { figures, worse } = await measure(suites, readHistory(form), (line) => void process.stdout.write(`${line}\n`));
if (words.has('--record')) {
  // Whoever records a figure that got worse has decided that it may be so.
  appendRow({ parent: checkedOutCommit(), form, node: process.version, figures });
} else if (worse.length > 0) {
  say(`worse than before, twice in a row: ${worse.join('; ')}`);
  say('Find out why. Where it is meant to be so, add the row: npm run bench -- --short --record');
  process.exitCode = 1;
}
