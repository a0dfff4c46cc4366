import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Changes } from './changes.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** One who follows an experiment that runs elsewhere, in a process of its own. */
export class Follower {
  readonly #child: ChildProcess;
  /** What it showed so far, on both streams. */
  shown = '';
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;

  constructor(words: readonly string[], folder: string, changes: Changes) {
    const child = spawn(process.execPath, [main, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.shown += text;
        changes.happened();
      });
    }
    this.ended = new Promise((resolve) => child.on('close', resolve));
  }

  get isThere(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}
