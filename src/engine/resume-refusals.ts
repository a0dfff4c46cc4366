import { type Finding, SubplanFailure } from '../domain/failure.js';
import type { RecordedRun } from '../domain/ledger.js';
import { functionOf, option, say, setting } from '../domain/message.js';
import { digest } from '../ledger/stored-value.js';
import type { DecomposeOptions } from '../options/decompose-options.js';
import { type ExecuteOptions, executeDefaults } from '../options/execute-options.js';
import { show } from '../util/show.js';
import type { Codes } from './codes.js';
import { mostAreThere, refuseNameless } from './record.js';
import { type Described, type Difference, differences, type RunSettings } from './run-settings.js';
import type { Runnable } from './runnable.js';

export interface Comparing {
  readonly recorded: RecordedRun;
  /** The settings of the run, as they were last. */
  readonly before: RunSettings;
  /** What is given now. */
  readonly options: Partial<ExecuteOptions>;
  readonly decompose: DecomposeOptions;
  readonly plan: Runnable | undefined;
  /** What the code is now. */
  readonly codes: Codes;
  /** Of an experiment. */
  readonly experiment?: Described | undefined;
}

/** Refuses to go on where something differs that decides results; returns what differs and may. */
export const refuseDifferences = ({
  recorded,
  before,
  options,
  decompose,
  plan: given,
  codes: { task, rollUp },
  experiment,
}: Comparing): Difference[] => {
  const { head, plan } = recorded;
  refuseNameless(before, 'resume');
  refuseNameless({ task, rollUp }, 'resume');
  const withDefaults = { ...before, execute: { ...executeDefaults, ...before.execute } };
  const found = differences(withDefaults, {
    ...{ execute: options, decompose, task, rollUp },
    ...(experiment ? { experiment } : {}),
  });
  if (given && digest(JSON.stringify(given.essence())) !== plan.hash) {
    found.push({ option: 'plan', class: 'result', before: `the plan ${plan.hash.slice(0, 8)}`, now: 'another plan' });
  }
  const fatal = found.filter((one) => one.class === 'result');
  if (fatal.length === 0) return found;
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `run ${head.id} cannot be resumed: ${
      fatal.length === 1
        ? 'something that decides its results is not as it was'
        : `${fatal.length} things that decide its results are not as they were`
    }`,
    nextStep: say`Set back what is listed, or leave it out, to go on with this run; or start a new run and take over what still holds with ${setting('reuse', true)}. Nothing was run, and the ledger is as it was.`,
    problems: fatal.map(({ option: name, before: was, now }): Finding => {
      return { subject: option(name), expected: `${said(was)}, as recorded`, received: said(now) };
    }),
  });
};

/** Functions are not in a ledger: what they decided cannot go on without them. */
export const refuseLostSampling = ({ code }: RunSettings, { sampling }: Partial<ExecuteOptions>): void => {
  const lost = (['accept', 'repair', 'select'] as const).filter(
    (name) => code[`sampling.${name}`] === 'function' && !Object.hasOwn(sampling ?? {}, name),
  );
  if (lost.length === 0) return;
  const names = lost.join(' and ');
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `the leaves of the run are sampled by functions (${names}), which no ledger can hold`,
    nextStep: say`Give the same sampling again in ${functionOf('sampling')}. Nothing was run.`,
  });
};

/** A recorded or given value, as a refusal shows it. */
export const said = (value: unknown): string =>
  value === undefined || value === null
    ? 'nothing'
    : typeof value === 'string' && value.includes(' ')
      ? value
      : show(value);

/** A ledger that was copied into another project would have the wrong files worked on. */
export const refuseOtherProject = ({ head }: RecordedRun, plan: Runnable, root: string): void => {
  if (mostAreThere(plan, root)) return;
  throw new SubplanFailure({
    code: 'resume-refused',
    message: `run ${head.id} is of another project: most files of its plan are not in ${root} (it began in ${head.root})`,
    nextStep: 'Resume it where its project stands, or start a new run here. Nothing was run.',
  });
};
