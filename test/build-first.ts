import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const built = 'dist/.tsbuildinfo';

const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const lastEdit = (): number =>
  Math.max(...readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => changed(join('src', file))));

/** Tests run what is built, so it is built when the source is newer. */
export const setup = (): void => {
  if (changed(built) > lastEdit()) return;
  execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
  // The compiler leaves it alone when nothing that matters has changed.
  utimesSync(built, new Date(), new Date());
};
