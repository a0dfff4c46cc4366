import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Whether there is what makes a terminal: `script` of util-linux, and a shell with jobs. */
export const hasTerminals =
  process.platform === 'linux' &&
  /util-linux/.test(String(spawnSync('script', ['--version']).stdout)) &&
  spawnSync('bash', ['-c', 'true']).status === 0;

/** A shell in a terminal of its own, as somebody sits before it. */
class Terminal {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #shown = '';
  /** How much of it was looked at. */
  #seen = 0;
  #look: () => void = () => {};
  #marks = 0;

  constructor(cwd: string) {
    const { CI: _, NO_COLOR: __, ...env } = process.env;
    this.#child = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
      cwd,
      // Without what a shell prints of its own, and without what makes a run print plain lines.
      env: { ...env, TERM: 'xterm', PS1: '', PROMPT_COMMAND: '', HISTFILE: '', INPUTRC: '/dev/null', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    this.#child.stdout?.on('data', (data) => {
      this.#shown += data;
      this.#look();
    });
    this.#ended = new Promise((resolve, reject) => this.#child.on('error', reject).on('close', resolve));
  }

  /** All that was shown, without styles. */
  get shown(): string {
    return this.#shown.replace(/\x1b\[[\d;?]*[a-zA-Z]/g, '');
  }

  press(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Gives the shell a command. */
  type(line: string): void {
    this.press(`${line}\r`);
  }

  /** Resolves when this is shown, after what was waited for before. */
  async shows(pattern: RegExp): Promise<void> {
    const isShown = new Promise<true>((resolve) => {
      this.#look = () => {
        const found = pattern.exec(this.shown.slice(this.#seen));
        if (!found) return;
        this.#seen += found.index + found[0].length;
        this.#look = () => {};
        resolve(true);
      };
      this.#look();
    });
    if ((await Promise.race([isShown, this.#ended])) !== true) throw new Error(`it ended: ${this.shown}`);
  }

  /** Runs a command of the shell to its end, and returns what it printed. */
  async ask(line: string): Promise<string> {
    // Typed in two parts: the terminal echoes what is typed, and that is no answer.
    const mark = `${++this.#marks}`;
    this.type(`echo begin''s-${mark}; ${line}; echo end''s-${mark}=$?`);
    await this.shows(new RegExp(`begins-${mark}\r?\n`));
    const from = this.#seen;
    await this.shows(new RegExp(`ends-${mark}=\\d+`));
    return this.shown.slice(from, this.#seen);
  }

  /** Begins a run in it; `ended` waits for its code. */
  run(argv: readonly string[], more = ''): void {
    const mark = `${++this.#marks}`;
    const words = [process.execPath, main, 'run', ...argv].map((word) => `'${word}'`);
    this.type(`stty rows 30 cols 100; ${words.join(' ')} ${more}; echo co''de-${mark}=$?`);
  }

  async ended(): Promise<number> {
    await this.shows(new RegExp(`code-${this.#marks}=\\d+`));
    const [, code] = new RegExp(`code-${this.#marks}=(\\d+)`).exec(this.shown) as RegExpExecArray;
    return Number(code);
  }

  /** Whether lines are edited, keys echoed and Ctrl-C is a signal, as it is for every program that does not say otherwise. */
  async isAsItWas(): Promise<boolean> {
    const words = (await this.ask('stty -a')).split(/[\s;]+/);
    return ['icanon', 'echo', 'isig', 'iexten', 'icrnl'].every((word) => words.includes(word));
  }
}

export const openTerminal = (cwd: string): Terminal => new Terminal(cwd);

/** Resolves when there is such a file. */
export const appears = async (path: string): Promise<void> => {
  while (!existsSync(path)) await delay(5);
};
