import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CommandTask, RunEvent, RunReport } from '../../dist/index.js';
import { makeFolder, removeFolder, writeFiles } from '../../test/temporary-folder.js';
import { type CommandLineEnd, runHere } from './command-line-here.js';
import { type Drawn, leavesOf, planOf } from './drawn-plan.js';
import { fixture, type WatchedRun } from './watched-run.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What stands beside each project for commands to run. */
const scripts = ['agent.sh', 'told.mjs', 'joined.mjs', 'accepts-round-2.mjs'];

type Start = (words: readonly string[], hear: (line: string) => void) => void;

/** A drawn plan whose files are in a folder, so that commands can run on it. Beside it stands what they note. */
export class CommandProject {
  readonly base = makeFolder();
  readonly root = join(this.base, 'project');
  readonly env: Record<string, string> = {};
  goal: string | undefined;
  task: CommandTask = { exec: 'true' };
  /** How the last command line ended. */
  ended!: Promise<CommandLineEnd>;
  #child: ChildProcess | undefined;
  /** Ends what runs in this process. */
  #end: (() => void) | undefined;
  #before: readonly string[] = [];
  /** Its own, so that what a killed run leaves there goes with the project. */
  readonly temporary = join(this.base, 'temporary');
  readonly #gates: number[] = [];

  constructor() {
    mkdirSync(this.root);
    mkdirSync(this.temporary);
    for (const name of scripts) copyFileSync(fixture(name), join(this.base, name));
  }

  write(path: string, text: string): void {
    writeFiles(this.root, { [path]: text });
  }

  /** Writes the files of the leaves, and the plan beside the project. */
  draw(root: Drawn | undefined): void {
    for (const { text, files } of root ? leavesOf(root) : []) {
      if (!files && !existsSync(join(this.root, text))) this.write(text, `text of ${text}\n`);
    }
    const plan = { ...planOf(root).toJSON(), ...(this.goal === undefined ? {} : { goal: this.goal }) };
    writeFileSync(join(this.base, 'plan.json'), JSON.stringify(plan));
  }

  /** Runs the command line in this process; what it tells is heard by the run. */
  start(words: readonly string[], run: WatchedRun): void {
    this.#follow(words, run, (all, hear) => this.#here(all, hear));
  }

  /** The same in a process of its own, which can be killed or interrupted. */
  begin(words: readonly string[], run: WatchedRun): void {
    this.#follow(words, run, (all, hear) => this.#spawn(all, hear));
  }

  #follow(words: readonly string[], run: WatchedRun, start: Start): void {
    const report = join(this.base, 'report.json');
    rmSync(report, { force: true });
    start([...words, '--json', '-o', report], (line) => run.hear(JSON.parse(line) as RunEvent));
    run.follow(this.ended.then((end) => reportIn(report, end)));
  }

  /** Runs a command line that runs nothing itself. */
  look(words: readonly string[]): void {
    this.#before = this.#all();
    this.#here(words, () => {});
  }

  /** What there is now that was not there before it was looked at. */
  left(): string[] {
    return this.#all().filter((path) => !this.#before.includes(path));
  }

  #all(): string[] {
    return readdirSync(this.base, { recursive: true }).map(String);
  }

  #here(words: readonly string[], hear: (line: string) => void): void {
    const told = (line: string): void => {
      if (line.startsWith('{"type":')) hear(line);
    };
    const { ended, end } = runHere({ words, folder: this.base, env: this.env, hear: told });
    this.ended = ended;
    this.#end = end;
  }

  #spawn(words: readonly string[], hear: (line: string) => void): void {
    const child = spawn(process.execPath, [main, ...words], {
      cwd: this.base,
      env: { ...process.env, TMPDIR: this.temporary, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let [stdout, stderr] = ['', ''];
    createInterface({ input: child.stdout }).on('line', (line) => {
      stdout += `${line}\n`;
      if (line.startsWith('{"type":')) hear(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    this.ended = new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  }

  /** As Ctrl-C does. */
  interrupt(): void {
    this.#child?.kill('SIGINT');
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.ended;
  }

  /** Lets one go that waits at its gate. */
  letGo(name: string): void {
    // Open for both, so that nobody waits for a reader.
    const gate = openSync(join(this.base, `gate-${name}`), constants.O_RDWR | constants.O_NONBLOCK);
    this.#gates.push(gate);
    writeSync(gate, 'go\n');
  }

  /** What was noted since this was last asked, sorted. */
  notes(): string[] {
    const notes = this.#linesOf('notes').sort();
    rmSync(join(this.base, 'notes'), { force: true });
    return notes;
  }

  /** Numbers of the processes that said theirs. */
  get pids(): number[] {
    return this.#linesOf('pids').map(Number);
  }

  #linesOf(name: string): string[] {
    const file = join(this.base, name);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  }

  /** All files below the project's folder, and what is in them. */
  files(): { readonly path: string; readonly bytes: Buffer }[] {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: path.slice(this.root.length + 1), bytes: readFileSync(path) }));
  }

  async remove(): Promise<void> {
    this.#end?.();
    this.#child?.kill('SIGKILL');
    if (this.#end || this.#child) await this.ended;
    for (const gate of this.#gates) closeSync(gate);
    for (const pid of this.pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
    removeFolder(this.base);
  }
}

const reportIn = (file: string, { code, stderr }: CommandLineEnd): RunReport => {
  if (!existsSync(file)) throw new Error(`there is no report; it ended with ${code} and said\n${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8')) as RunReport;
};

/** Whether a process is there and has not ended. */
export const isAlive = (pid: number): boolean => {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !state.trim().startsWith('Z');
  } catch {
    return false;
  }
};
