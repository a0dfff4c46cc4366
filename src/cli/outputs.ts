import { randomBytes } from 'node:crypto';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { SubplanFailure } from '../domain/failure.js';
import { planMarkdown } from '../report/markdown.js';
import { planText } from '../report/plan-json.js';
import { errorCode } from '../util/error-code.js';
import type { Plan } from './world.js';

const formats: Readonly<Record<string, (plan: Plan) => string>> = {
  '.json': (plan) => planText({ ...plan.toJSON() }),
  '.md': planMarkdown,
};

export interface OutputFile {
  /** As given. */
  readonly name: string;
  readonly path: string;
  readonly format: (plan: Plan) => string;
}

/** Checks the files to write before any work is done: to learn after a long scan that a name was wrong is bitter. */
export const checkOutputs = (names: readonly string[], cwd: string): OutputFile[] =>
  names.map((name) => {
    const format = formats[extname(name).toLowerCase()];
    if (!format) {
      throw cannotWrite(
        `-o ${JSON.stringify(name)}: the format is taken from the ending, and ${extname(name) ? `"${extname(name)}" is not one` : 'there is none'}`,
        `Name a file that ends in ${Object.keys(formats).join(' or ')}. Nothing was done.`,
      );
    }
    const path = resolve(cwd, name);
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' });
      accessSync(dirname(path), constants.W_OK);
    } catch (error) {
      throw cannotWrite(
        `${JSON.stringify(name)} cannot be written (${errorCode(error)})`,
        'Check that its folder exists and may be written to. Nothing was done.',
        error,
      );
    }
    return { name, path, format };
  });

/** Writes a plan beside its place and moves it there, so that an interrupt leaves the old file or the new one whole. */
export const writePlan = async ({ name, path, format }: OutputFile, plan: Plan): Promise<void> => {
  const target = realPath(path);
  const beside = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(beside, format(plan));
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw cannotWrite(
      `${JSON.stringify(name)} cannot be written (${errorCode(error)})`,
      'Check the disk and the permissions.',
      error,
    );
  }
};

/** Where a link points, so that the file behind it is replaced and not the link. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const cannotWrite = (message: string, nextStep: string, cause?: unknown): SubplanFailure =>
  new SubplanFailure({ code: 'cannot-write', message, nextStep, cause });
