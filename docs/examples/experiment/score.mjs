// Looks at what the agent did to text.mjs in the folder of its trial. What a real agent wrote is better tried in a
// process of its own, by a command as the score.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

export default async (_value, { case: { id }, expected }, { root }) => {
  const { [id]: fixed } = await import(pathToFileURL(join(root, 'text.mjs')).href);
  const passed = expected.every(([given, result]) => gives(fixed, given, result));
  const added = linesOf(join(root, 'text.mjs')) - linesOf(new URL('fixture/text.mjs', import.meta.url));
  // How much was written says nothing of a fix that does not work: null, it does not apply.
  return { passed, added: passed ? added : null };
};

const gives = (fixed, given, result) => {
  try {
    return isDeepStrictEqual(fixed(...given), result);
  } catch {
    return false;
  }
};

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length;
