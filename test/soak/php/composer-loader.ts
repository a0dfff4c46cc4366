import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProjectView } from '../../../src/languages/language.js';
import { debianPackage } from '../soak.js';

export interface Loaded {
  /** The file that composer's loader would take for a class. */
  readonly files: Readonly<Record<string, string>>;
  /** Classes that PHP itself has. */
  readonly own: readonly string[];
}

const libraries = ['libargon2-1', 'libsodium23', 'libxml2', 'libicu72'];
const oracle = fileURLToPath(new URL('oracle.php', import.meta.url));

/** Asks composer's own class loader, with every `composer.json` of a project loaded, where classes are. */
export const composerLoader = (folder: string): ((project: ProjectView, root: string, names: string[]) => Loaded) => {
  const interpreter = join(debianPackage(folder, 'php8.2-cli').folder, 'usr/bin/php8.2');
  const loader = join(debianPackage(folder, 'composer').folder, 'usr/share/php/Composer/Autoload/ClassLoader.php');
  const search = libraries.map((name) => join(debianPackage(folder, name).folder, 'usr/lib/x86_64-linux-gnu'));
  return (project, root, names) => {
    const composers = project.files
      .filter((path) => /(?:^|\/)composer\.json$/.test(path))
      .map((path) => path.slice(0, -14));
    return JSON.parse(
      execFileSync(interpreter, ['-n', '-d', 'memory_limit=1G', oracle, loader], {
        input: JSON.stringify({ root, names, composers }),
        env: { ...process.env, LD_LIBRARY_PATH: search.join(':') },
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      }),
    );
  };
};
