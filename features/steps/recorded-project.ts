import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DecomposeOptions,
  decompose,
  type ExecuteOptions,
  type Plan,
  type RunReport,
  SubplanFailure,
} from '../../dist/index.js';
import { makeFolder, removeFolder, writeFiles } from '../../test/temporary-folder.js';
import { fixture } from './watched-run.js';

const filesEach = 5;

/** A project on disk whose runs are recorded. Beside it stand its task, what the task noted, and what it is told to do. */
export class RecordedProject {
  readonly #base = makeFolder();
  readonly root = join(this.#base, 'project');
  readonly task = join(this.#base, 'task.mjs');
  readonly ledger = join(this.root, '.subplan/ledger.db');
  readonly parts: number;
  plan!: Plan;
  report!: RunReport;
  /** What it was refused with. */
  failure: SubplanFailure | undefined;

  constructor(parts: number) {
    this.parts = parts;
    copyFileSync(fileURLToPath(fixture('noting.mjs')), this.task);
    writeFileSync(join(this.#base, 'ran'), '');
    for (let part = 1; part <= parts; part++) {
      for (let file = 0; file < filesEach; file++) this.write(`part-${part}/file-${file}.js`, textOf(file));
    }
  }

  write(path: string, text: string): void {
    writeFiles(this.root, { [path]: text });
  }

  delete(path: string): void {
    rmSync(join(this.root, path));
  }

  edit(path: string): void {
    appendFileSync(join(this.root, path), '// edited\n');
  }

  /** The files as they were at first. */
  restore(): void {
    for (let part = 1; part <= this.parts; part++) {
      for (let file = 0; file < filesEach; file++) this.write(`part-${part}/file-${file}.js`, textOf(file));
    }
  }

  /** Tells the task what to do; undefined takes it back. */
  tell(what: 'breaks' | 'holds' | 'edits', text: string | undefined): void {
    const file = join(this.#base, what);
    if (text === undefined) rmSync(file, { force: true });
    else writeFileSync(file, text);
  }

  /** What has run since this was last asked, sorted. */
  taken(): string[] {
    const file = join(this.#base, 'ran');
    const ran = readFileSync(file, 'utf8').split('\n').filter(Boolean).sort();
    writeFileSync(file, '');
    return ran;
  }

  /** Begins a run. */
  async run(options: Partial<ExecuteOptions>): Promise<void> {
    const previous = this.plan && { previous: this.plan };
    this.plan = await decompose({ ...this.#bounds, ...previous });
    this.report = await this.plan.execute({ task: this.task, ledger: true, threads: 2, ...options });
  }

  /** Goes on with the newest run; a refusal is kept. */
  async resume(decomposing: DecomposeOptions, executing: Partial<ExecuteOptions>): Promise<void> {
    this.failure = undefined;
    try {
      this.report = await decompose({ root: this.root, ...decomposing }).execute({ resume: true, ...executing });
    } catch (error) {
      if (!(error instanceof SubplanFailure)) throw error;
      this.failure = error;
    }
  }

  /** The words by which the command line begins such a run. */
  get words(): string[] {
    return ['run', this.root, '--task', this.task, '--max-files', String(this.#bounds.maxFiles)];
  }

  get #bounds() {
    return { root: this.root, maxFiles: filesEach };
  }

  remove(): void {
    removeFolder(this.#base);
  }
}

/** Each file imports two others of its part. */
const textOf = (file: number): string =>
  [1, 2].map((step) => `import './file-${(file + step) % filesEach}.js';\n`).join('');
