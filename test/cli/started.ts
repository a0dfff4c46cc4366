import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

// Threads run what is built, so this is what is started.
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A command line in a process of its own. */
class Started {
  readonly #child: ChildProcess;
  readonly ended: Promise<End>;
  out = '';
  err = '';
  #look: () => void = () => {};

  constructor(cwd: string, argv: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [main, ...argv], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    this.#child.stdout?.on('data', (data) => {
      this.out += data;
      this.#look();
    });
    this.#child.stderr?.on('data', (data) => {
      this.err += data;
      this.#look();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject).on('close', (code, signal) => resolve({ code, signal }));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when these words were printed; rejects where it ends without. */
  async says(words: string): Promise<void> {
    const isSaid = new Promise<true>((resolve) => {
      this.#look = () => {
        if ((this.out + this.err).includes(words)) resolve(true);
      };
      this.#look();
    });
    if ((await Promise.race([isSaid, this.ended])) !== true) throw new Error(`it ended: ${this.err}`);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  closeOut(): void {
    this.#child.stdout?.destroy();
  }
}

export const startCli = (cwd: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}): Started =>
  new Started(cwd, argv, env);
