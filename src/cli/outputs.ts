import { randomBytes } from 'node:crypto';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { SubplanFailure } from '../domain/failure.js';
import { errorCode } from '../util/error-code.js';

export interface OutputFile<Format> {
  /** As given. */
  readonly name: string;
  readonly path: string;
  readonly format: Format;
}

/** Checks the files to write before any work is done: to learn after a long scan that a name was wrong is bitter. */
export const checkOutputs = <Format>(
  names: readonly string[],
  cwd: string,
  formats: Readonly<Record<string, Format>>,
): OutputFile<Format>[] =>
  names.map((name) => {
    const format = formats[extname(name).toLowerCase()];
    if (format === undefined) {
      throw cannotWrite(
        `-o ${JSON.stringify(name)}: the format is taken from the ending, and ${extname(name) ? `"${extname(name)}" is not one` : 'there is none'}`,
        `Name a file that ends in ${listed(Object.keys(formats))}. Nothing was done.`,
      );
    }
    const path = resolve(cwd, name);
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' });
      accessSync(isSpecial(path) ? path : dirname(path), constants.W_OK);
    } catch (error) {
      throw cannotWrite(
        `${JSON.stringify(name)} cannot be written (${errorCode(error)})`,
        'Check that its folder exists and may be written to. Nothing was done.',
        error,
      );
    }
    return { name, path, format };
  });

/** Writes a text to its place: all of it, or none where a file stands there. */
export const writeOutput = async ({ name, path }: OutputFile<unknown>, text: string): Promise<void> => {
  try {
    await (isSpecial(path) ? writeFile(path, text) : replace(realPath(path), text));
  } catch (error) {
    throw cannotWrite(
      `${JSON.stringify(name)} cannot be written (${errorCode(error)})`,
      'Check the disk and the permissions.',
      error,
    );
  }
};

/** Writes beside the place and moves it there, so that an interrupt leaves the old file or the new one whole. */
const replace = async (target: string, text: string): Promise<void> => {
  const beside = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(beside, text);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
};

/** A pipe or a device: somebody reads from it, who would wait in vain for what took its place. */
const isSpecial = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
};

const listed = (endings: readonly string[]): string => `${endings.slice(0, -1).join(', ')} or ${endings.at(-1)}`;

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
