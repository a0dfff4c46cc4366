// What the unit tests reach, by folder of src/: the table of docs/figures.md, from what `vitest run --coverage` wrote.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const summary = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8'));
const folders = new Map();
for (const [file, { lines, branches }] of Object.entries(summary)) {
  const [, folder, below] = file === 'total' ? [] : relative('.', file).split('/');
  const name = file === 'total' ? 'all' : below ? `${folder}/` : 'entry files';
  const sums = folders.get(name) ?? [0, 0, 0, 0];
  [lines.covered, lines.total, branches.covered, branches.total].forEach((value, i) => {
    sums[i] += value;
  });
  folders.set(name, sums);
}
const percent = (covered, total) => (total === 0 ? '–' : `${((100 * covered) / total).toFixed(1)} %`);
process.stdout.write('| folder | lines | branches |\n|---|---|---|\n');
for (const [name, [lines, allLines, branches, allBranches]] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1))) {
  process.stdout.write(`| ${name} | ${percent(lines, allLines)} | ${percent(branches, allBranches)} |\n`);
}
