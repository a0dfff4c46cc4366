import { defineTask } from '../../../../src/index.js';

/** The files of the runs in this folder: none of their leaves was started. */
const files = ['a', 'b'].map((path) => ({ path, tokens: 10 }));
export const options = { files, maxFiles: 1, minFiles: 1 };

/** Fails until a file `ok` stands in the project. */
export const command = { exec: ['sh', '-c', 'test -e ok'] };

export const task = (value: number) => defineTask({ name: 'written', version: '1', run: () => value });

/** Accepts what is above 1. */
export const sampling = { accept: (value: unknown) => Number(value) > 1, select: () => undefined };

export const namedRepair = { repair: task(2), accept: command, depth: 2 };
