import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '../../dist/index.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** A run in a process of its own, whose events are heard. */
export class OtherProcess {
  readonly #child: ChildProcess;
  readonly #gone: Promise<unknown>;
  /** Labels of the leaves that it told of as done. */
  readonly told: string[] = [];
  #begun: () => void = () => {};
  /** Resolves when a leaf has begun to run. */
  readonly begun = new Promise<void>((resolve) => {
    this.#begun = resolve;
  });

  constructor(words: readonly string[]) {
    this.#child = spawn(process.execPath, [main, ...words, '--json', '-q'], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#gone = new Promise((resolve) => this.#child.on('close', resolve));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Hears it until it ends, or until it is killed because so many leaves were told as done. */
  async hear(killAfter = Number.POSITIVE_INFINITY): Promise<void> {
    for await (const line of createInterface({ input: this.#child.stdout as NonNullable<ChildProcess['stdout']> })) {
      const event = JSON.parse(line) as RunEvent;
      if (event.type === 'attempt-started') this.#begun();
      if (event.type !== 'settled' || event.kind !== 'leaf') continue;
      this.told.push(event.label);
      if (this.told.length === killAfter) this.#child.kill('SIGKILL');
    }
    await this.#gone;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#gone;
  }
}
