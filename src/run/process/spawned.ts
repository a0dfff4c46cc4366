import { type ChildProcess, spawn } from 'node:child_process';
import { endProcesses, hasMembers } from './end-processes.js';
import { type Belonging, findProcesses } from './find-processes.js';
import { release, watchOver } from './last-resort.js';
import type { Prepared } from './prepare.js';
import { type ProcessRow, processRow } from './system-processes.js';

export interface SpawnOptions {
  readonly prepared: Prepared;
  readonly root: string;
  readonly graceMs: number;
}

export interface SpawnListener {
  onStdout(text: string): void;
  onStderr(text: string): void;
}

/** How a process came to its end. */
export interface Exit {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  /** Why it was never started. */
  readonly error: NodeJS.ErrnoException | undefined;
  /** Processes that could not be ended. */
  readonly left: readonly ProcessRow[];
}

/**
 * One process and all that it starts, in a session and group of its own. It is over when nothing of it is left: after
 * `end()` that means every process that came of it; after it ended by itself, the members of its group, which would hold
 * its outputs open. A process that left the group and was not ended from here did so on purpose, and is left alone.
 */
export class Spawned {
  readonly #options: SpawnOptions;
  readonly #listener: SpawnListener;
  readonly #child: ChildProcess | undefined;
  readonly #since = performance.now();
  readonly done: Promise<Exit>;
  #resolve!: (exit: Exit) => void;
  #exit: Exit | undefined;
  #isClosed = false;
  #ending: Promise<readonly ProcessRow[]> | undefined;
  #closer: NodeJS.Timeout | undefined;

  constructor(options: SpawnOptions, listener: SpawnListener) {
    this.#options = options;
    this.#listener = listener;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    try {
      this.#child = this.#spawn();
    } catch (error) {
      // Some errors of the system are thrown, others are told.
      this.#notStarted(error as NodeJS.ErrnoException);
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Asks everything that came of it to end; what does not within the grace is ended. */
  end(): void {
    const { pid } = this;
    if (pid === undefined || this.#ending || (this.#exit && this.#isClosed)) return;
    const { prepared, graceMs } = this.#options;
    const first = this.#exit ? undefined : processRow(pid);
    const belonging: Belonging = {
      // When it has ended by itself, its group had no members, and the number may be somebody else's.
      groups: new Map(this.#exit ? [] : [[pid, first?.started]]),
      known: new Set(),
      isMarked: (variables) => variables.includes(prepared.mark),
      since: this.#since,
      ...(first && /^\d+$/.test(first.started) ? { oldest: Number(first.started) } : {}),
    };
    this.#ending = endProcesses({ find: () => findProcesses(belonging), group: pid, graceMs });
    void this.#ending.then((left) => this.#settle(left));
  }

  #spawn(): ChildProcess {
    const { prepared, root } = this.#options;
    const { words, env, input } = prepared;
    const child = spawn(words[0], words.slice(1), {
      cwd: root,
      env,
      detached: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.once('error', (error) => {
      if (child.pid === undefined) this.#notStarted(error);
    });
    if (child.pid !== undefined) watchOver(child.pid);
    child.once('exit', (code, signal) => this.#exited(child, code, signal));
    child.once('close', () => {
      this.#isClosed = true;
      this.#finish();
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#listener.onStdout(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#listener.onStderr(text));
    // A command need not read what it is told, nor all of it.
    child.stdin?.on('error', () => {});
    if (input !== undefined && child.pid !== undefined) child.stdin?.end(input);
    return child;
  }

  #notStarted(error: NodeJS.ErrnoException): void {
    this.#resolve({ code: undefined, signal: undefined, error, left: [] });
  }

  #exited(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    this.#exit = { code: code ?? undefined, signal: signal ?? undefined, error: undefined, left: [] };
    child.stdin?.destroy();
    const group = child.pid as number;
    if (this.#ending) return this.#finish();
    if (!hasMembers(group)) return this.#waitForOutput();
    const belonging: Belonging = { groups: new Map([[group, '']]), known: new Set(), since: performance.now() };
    const inGroup = (): ProcessRow[] => findProcesses(belonging).filter((row) => row.group === group);
    this.#ending = endProcesses({ find: inGroup, group, graceMs: this.#options.graceMs });
    void this.#ending.then((left) => this.#settle(left));
  }

  #settle(left: readonly ProcessRow[]): void {
    this.#ending = undefined;
    // It has ended, and the system has not told yet.
    if (left.length === 0 && !this.#exit) return;
    const { code, signal } = this.#exit ?? {};
    this.#exit = { code, signal, error: undefined, left };
    this.#waitForOutput();
  }

  /** Somebody outside of the group may hold the outputs open for ever. */
  #waitForOutput(): void {
    if (this.#isClosed) return this.#finish();
    // The loop may have been busy: what the process said before it ended is read before the outputs are given up.
    this.#closer = setTimeout(
      () => setImmediate(() => setImmediate(() => this.#giveUpOutput())),
      this.#options.graceMs,
    );
  }

  #giveUpOutput(): void {
    if (this.#isClosed) return;
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
    this.#child?.unref();
    this.#isClosed = true;
    this.#finish();
  }

  #finish(): void {
    if (!this.#exit || !this.#isClosed || this.#ending) return;
    clearTimeout(this.#closer);
    release(this.pid as number);
    this.#resolve(this.#exit);
  }
}
