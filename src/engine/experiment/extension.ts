import { type Finding, SubplanFailure } from '../../domain/failure.js';
import type { RecordedRun } from '../../domain/ledger.js';
import { option } from '../../domain/message.js';
import { ExperimentPlan } from '../../experiment/experiment-plan.js';
import { show } from '../../util/show.js';
import type { RecordedCode } from '../recorded-code.js';
import { said } from '../resume-refusals.js';
import { type Described, differences, type RunSettings, settingsOf } from '../run-settings.js';

/** What an experiment is to go on with. */
export interface GoingOnWith {
  readonly plan: ExperimentPlan;
  readonly task: RecordedCode;
  /** What decides its results besides the plan. */
  readonly described: Described;
}

/**
 * Refuses to go on with an experiment where what both have is not the same. More cases, arms or replications are fine:
 * those that are new run, and the others are taken over.
 */
export const refuseOtherTrials = (recorded: RecordedRun, { plan, task, described }: GoingOnWith): void => {
  const { head } = recorded;
  const before = ExperimentPlan.from(JSON.parse(recorded.plan.json));
  const problems = [
    ...fields(before, plan),
    ...surroundings(settingsOf(head), { task, described }),
    ...members('case', before.design.cases, plan.design.cases, ({ id }) => id),
    ...members('arm', before.design.arms, plan.design.arms, ({ name }) => name),
  ];
  if (problems.length === 0) return;
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `experiment ${head.id} cannot go on: what it was run with is not as it was`,
    nextStep:
      'Set back what is listed to go on with this experiment (cases, arms and replications may be added), or start a new one. Nothing was run, and the ledger is as it was.',
    problems,
  });
};

/** The order is part of what makes a comparison fair: half of it in another way would not be. */
const fields = (before: ExperimentPlan, now: ExperimentPlan): Finding[] =>
  (['goal', 'interleave', 'seed'] as const).flatMap((field): Finding[] => {
    const [was, is] = [before.design[field], now.design[field]];
    if (was === is || (field === 'seed' && now.design.interleave !== 'random')) return [];
    return [{ subject: option(field), expected: `${show(was)}, as recorded`, received: show(is) }];
  });

const surroundings = (before: RunSettings, { task, described }: Omit<GoingOnWith, 'plan'>): Finding[] =>
  differences(before, { execute: {}, decompose: {}, task, rollUp: undefined, experiment: described })
    .filter((one) => one.class === 'result')
    .map(({ option: name, before: was, now }) => ({
      ...{ subject: option(name), expected: `${said(was)}, as recorded`, received: said(now) },
    }));

const members = <T>(what: string, before: readonly T[], now: readonly T[], nameOf: (one: T) => string): Finding[] => {
  const known = new Map(before.map((one) => [nameOf(one), one]));
  return now.flatMap((one): Finding[] => {
    const was = known.get(nameOf(one));
    if (was === undefined || JSON.stringify(was) === JSON.stringify(one)) return [];
    return [{ subject: `${what} ${show(nameOf(one))}`, expected: `${show(was)}, as recorded`, received: show(one) }];
  });
};
