import type { ExperimentExecution, TrialRow } from '../../dist/experiment.js';

type Plan = ExperimentExecution['plan'];

/** `one/with/2`: the second replication of the case one with the arm with. */
export const trialName = ({ case: id, arm, replication }: Pick<TrialRow, 'case' | 'arm' | 'replication'>): string =>
  `${id}/${arm}/${replication}`;

/** `[[one/a/1 one/b/1] [one/b/2 one/a/2]]`: what stands below a branch in brackets. */
export const drawTree = ({ leaves, branches }: Plan): string => {
  const names = new Map(
    leaves.map(({ id, trial }) => [
      id,
      trialName({ case: trial.case.id, arm: trial.arm.name, replication: trial.replication }),
    ]),
  );
  const children = new Map(branches.map((branch) => [branch.id, branch.children]));
  const draw = (id: string): string => names.get(id) ?? `[${(children.get(id) ?? []).map(draw).join(' ')}]`;
  return draw((branches[0] ?? leaves[0]).id);
};
