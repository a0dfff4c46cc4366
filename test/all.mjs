// What `npm test` runs: the checks, the unit tests and the scenarios, side by side. At the end it tells the ten slowest
// files and the total. Time is told here and decides nothing.
//   node test/all.mjs [checks]     `checks`: only those
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const times = 'node_modules/.cache/subplan-times';
const bin = (name, ...words) => [`node_modules/.bin/${name}`, ...words];
const checks = {
  types: bin('tsc', '-p', 'tsconfig.json'),
  lint: bin('biome', 'check', '.'),
  knip: bin('knip'),
  structure: [process.execPath, 'test/structure/check.mjs'],
};
const suites = {
  unit: bin('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${times}/unit.json`),
  features: bin('cucumber-js', '--format', `json:${times}/features.json`),
};

const run = ([command, ...words], stdio) =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, words, { stdio: ['ignore', stdio, stdio] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said, seconds: (performance.now() - started) / 1000 }));
  });

const say = (text) => process.stdout.write(`${text}\n`);
const inSeconds = (seconds) => `${seconds.toFixed(1).padStart(6)} s`;

/** Whether all of them passed. What each said is told whole, when it ends. */
const runAll = async (commands) => {
  const ended = await Promise.all(
    Object.entries(commands).map(async ([name, words]) => {
      const { code, said, seconds } = await run(words, 'pipe');
      say(`${said}${inSeconds(seconds)}  ${name}: ${code === 0 ? 'passed' : 'failed'}`);
      return code === 0;
    }),
  );
  return ended.every(Boolean);
};

const read = (name) => JSON.parse(readFileSync(`${times}/${name}.json`, 'utf8'));
const slowest = () => [
  ...read('unit').testResults.map(({ name, startTime, endTime }) => [
    relative('.', name),
    (endTime - startTime) / 1000,
  ]),
  ...read('features').map(({ uri, elements }) => {
    const steps = elements.flatMap((element) => element.steps ?? []);
    return [uri, steps.reduce((sum, { result }) => sum + (result.duration ?? 0), 0) / 1e9];
  }),
];

const onlyChecks = process.argv[2] === 'checks';
mkdirSync(times, { recursive: true });
// Side by side: where one waits for a process or for a time to be over, another has the core.
const passed = await runAll(onlyChecks ? checks : { ...checks, ...suites });
if (!onlyChecks) {
  say('\nThe ten slowest files:');
  const files = slowest().sort(([, a], [, b]) => b - a);
  for (const [file, seconds] of files.slice(0, 10)) say(`${inSeconds(seconds)}  ${file}`);
}
say(`${inSeconds(performance.now() / 1000)}  in all (the build aside)`);
process.exitCode = passed ? 0 : 1;
