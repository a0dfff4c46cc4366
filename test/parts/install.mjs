// Installs what only tests and checks need: it has a manifest of its own, so that `npm ci && npm start` of the project
// stays small. Does nothing where it is installed as its lock file says.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const stamp = join(modules, '.installed-lock.json');
const lock = readFileSync(join(here, 'package-lock.json'), 'utf8');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  const words = ['ci', '--prefix', here, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    process.stderr.write(`test/parts: npm ci failed${error ? `: ${error.message}` : ''}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

// Found from src/, dist/, docs/examples/ and test/, as they are where somebody has installed them beside subplan. The
// compiler of the project, TypeScript 7, cannot be called from JavaScript: an older one serves those who read code with it.
const links = {
  'gpt-tokenizer': 'gpt-tokenizer',
  openai: 'openai',
  'dependency-cruiser': 'dependency-cruiser',
  'typescript-api': 'typescript',
};
const root = join(here, '../../node_modules');
mkdirSync(root, { recursive: true });
for (const [name, part] of Object.entries(links)) {
  if (!existsSync(join(root, name)))
    symlinkSync(join('../test/parts/node_modules', part), join(root, name), 'junction');
}
