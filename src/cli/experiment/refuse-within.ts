import { sep } from 'node:path';
import { type Problem, SubplanFailure } from '../../domain/failure.js';
import type { ExperimentSettings } from '../../options/resolve-experiment.js';
import type { OutputFile } from '../outputs.js';

/** Refuses to write where nothing may change: every trial would be left out because of our own files. */
export const refuseWithin = (
  { isolation, unchanged, execute: { ledger } }: ExperimentSettings,
  outputs: readonly OutputFile<unknown>[],
): void => {
  const fixed = [...(isolation?.kind === 'copy' ? [isolation.source] : []), ...unchanged];
  const written: (readonly [string, string])[] = outputs.map(({ name, path }) => [`-o ${name}`, path]);
  if (ledger?.kind === 'file') written.push(['--ledger', ledger.path]);
  const problems = written.flatMap(([field, path]): Problem[] => {
    const within = fixed.find((folder) => path === folder || path.startsWith(`${folder}${sep}`));
    if (within === undefined) return [];
    return [
      {
        field,
        expected: `a file outside of ${within}, which must not change while the experiment runs`,
        received: path,
      },
    ];
  });
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'invalid-options',
    message: 'the experiment would change what must not change',
    nextStep: 'Write it to another folder. Nothing was run.',
    problems,
  });
};
