import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files that commands and we hand to each other outside of the project. */
export interface Scratch {
  /** Writes names down, each with a NUL behind it, and gives the path. */
  list(names: readonly string[]): string;
  /** A path where nothing is yet. */
  path(name: string): string;
}

/** A folder in the place for temporary files, made when it is first needed. */
export class ScratchFolder implements Scratch {
  readonly #runId: string;
  #folder: string | undefined;
  #count = 0;

  constructor(runId: string) {
    this.#runId = runId;
  }

  list(names: readonly string[]): string {
    const path = this.path('files');
    writeFileSync(path, names.map((name) => `${name}\0`).join(''));
    return path;
  }

  path(name: string): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), prefixOf(this.#runId)));
    return join(this.#folder, `${++this.#count}.${name}`);
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}

const prefixOf = (runId: string): string => `subplan-${runId.replace(/[^\w-]/g, '_')}-`;

/** Removes what a run left that was killed. */
export const removeScratch = (runId: string): void => {
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(prefixOf(runId)));
  for (const name of left) rmSync(join(tmpdir(), name), { recursive: true, force: true });
};
