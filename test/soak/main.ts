import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Figure, Soak } from './soak.js';

// Every `*.soak.ts` beside this file is a soak. Prints a Markdown table; exits 1 where a figure is not reached.
const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '..', '..', '.soak');
const chosen = process.argv.slice(2);

const soaks: Soak[] = [];
for (const file of readdirSync(here).sort()) {
  if (file.endsWith('.soak.ts')) soaks.push((await import(pathToFileURL(join(here, file)).href)).default);
}
if (chosen.includes('--list')) {
  const width = Math.max(...soaks.map(({ name }) => name.length));
  for (const { name, covers } of soaks) process.stdout.write(`${name.padEnd(width)}  ${covers}\n`);
  process.exit(0);
}
const selected = soaks.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
if (selected.length === 0) {
  process.stderr.write(`no soak named ${chosen.join(', ')}; there are: ${soaks.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

const row = ({ what, corpus, value, reach }: Figure): string =>
  `| ${what} | ${corpus} | ${value} | ${reach ? `${reach.text}${reach.held ? '' : ' **not reached**'}` : ''} |\n`;

process.stdout.write('| figure | measured on | value | reach |\n|---|---|---|---|\n');
for (const soak of selected) {
  const figures = await soak.run(folder);
  for (const figure of figures) {
    process.stdout.write(row(figure));
    if (figure.reach && !figure.reach.held) process.exitCode = 1;
  }
}
