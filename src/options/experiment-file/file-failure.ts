import { type Problem, SubplanFailure } from '../../domain/failure.js';

/** More are no help: the first ones often cause the rest. */
const most = 50;

/** All that is wrong with a file, as one failure. */
export const fileFailure = (name: string, problems: readonly Problem[]): SubplanFailure => {
  const many = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const cut = problems.length > most ? `, of which the first ${most} are listed` : '';
  return new SubplanFailure({
    code: 'invalid-options',
    message: `${name} cannot be used, it has ${many}${cut}`,
    nextStep: `Correct ${name}. Nothing was done.`,
    problems: problems.slice(0, most),
  });
};
