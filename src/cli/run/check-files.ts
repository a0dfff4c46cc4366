import { join } from 'node:path';
import { SubplanFailure } from '../../domain/failure.js';
import { count, some } from '../../report/numbers.js';
import { isFile, isFolder } from '../is-file.js';
import type { Plan } from '../world.js';

const few = 5;

/** A plan from a file says nothing of where its project stands: its files must be below the root, before anything runs. */
export const checkFiles = ({ files }: Plan, root: string): void => {
  if (!isFolder(root)) throw notThere(`there is no folder ${JSON.stringify(root)}`);
  const missing = files.filter(({ path }) => !isFile(join(root, path)));
  if (missing.length === 0) return;
  const names = missing.slice(0, few).map(({ path }) => `\n  ${path}`);
  const more = missing.length > few ? `\n  … and ${count(missing.length - few)} more` : '';
  throw notThere(
    `${count(missing.length)} of the ${some(files.length, 'file')} of the plan ${missing.length === 1 ? 'is' : 'are'} not in ${JSON.stringify(root)}:${names.join('')}${more}`,
  );
};

const notThere = (message: string): SubplanFailure =>
  new SubplanFailure({
    code: 'root-not-found',
    message,
    nextStep:
      "Name the project's folder with --root, or make the plan again with `subplan plan -o plan.json`. Nothing was run.",
  });
