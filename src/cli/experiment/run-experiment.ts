import type { ExperimentReport } from '../../domain/experiment-report.js';
import { SubplanFailure } from '../../domain/failure.js';
import type { Execution } from '../../engine/execution.js';
import type { ExperimentExecution } from '../../engine/experiment/experiment-execution.js';
import { drawExperiment } from '../../report/experiment/draw-experiment.js';
import type { Fact } from '../../report/facts.js';
import { visible } from '../../report/visible.js';
import { shellQuoted } from '../../util/shell-quoted.js';
import { exitCodeOf, exitCodes, interruptCodes } from '../exit-codes.js';
import { failureText } from '../failure-text.js';
import type { Interruption } from '../interruption.js';
import { checkOutputs } from '../outputs.js';
import { follow } from '../run/follow.js';
import { mistypedVariables } from '../settings/mistyped-variables.js';
import type { Given } from '../settings/settings.js';
import { experimentViewFlags } from '../settings/view-flags.js';
import { readViewSettings } from '../settings/view-settings.js';
import { terminalOf } from '../terminal.js';
import { trouble } from '../trouble.js';
import type { World } from '../world.js';
import { write } from '../write.js';
import { experimentFormats, writeExperiment } from './experiment-outputs.js';
import { experimentSource } from './experiment-source.js';
import { refuseWithin } from './refuse-within.js';

export interface RunningExperiment {
  readonly file: string;
  readonly given: Given;
  readonly interruption: Interruption;
}

/** `subplan experiment run`: runs the trials of a file, and shows and writes what came of them. Returns the exit code. */
export const runExperiment = async (
  { file, given, interruption }: RunningExperiment,
  world: World,
): Promise<number> => {
  const { env, cwd, stdout, stderr, load } = world;
  const view = readViewSettings(experimentViewFlags, given, env);
  const outputs = checkOutputs(view.output, cwd, experimentFormats);
  const settings = await experimentSource({ file, given, ledger: view.ledger }, world);
  refuseWithin(settings, outputs);
  if (!view.quiet) {
    for (const warning of mistypedVariables(env)) await write(stderr, `subplan: ${visible(warning)}\n`);
  }
  const experimentWith = await load('experimentWith');
  const running = experimentWith(settings);
  if (!view.quiet) await write(stderr, beginning(running, await running.started));
  const { plan } = running;
  const execution = running.execution as Execution;
  const armOf = new Map(plan.leaves.map(({ id, trial }) => [id, trial.arm.name]));
  const groups = { names: plan.design.arms.map(({ name }) => name), of: (id: string) => armOf.get(id) };
  const known = await running.known;
  const followed = await follow({ plan, execution, view, outputs, interruption, groups, known }, world);

  const report = running.reportOf(followed.report as Parameters<typeof running.reportOf>[0]);
  const troubles = [...followed.failures, ...(await writeExperiment(outputs, report))];
  const isShown = !view.json && !(view.quiet && outputs.length > 0);
  const { columns, paint } = terminalOf(stdout, env, { color: view.color, all: false });
  const facts = factsOf(report, {
    file,
    given,
    isRecorded: settings.execute.ledger !== undefined,
    outputs: view.output,
  });
  const text = isShown
    ? `${drawExperiment(report, { columns, paint, verbose: view.verbose, facts }).join('\n')}\n`
    : '';
  const onStdout = followed.stdoutError ?? (await trouble(write(stdout, text)));
  if (onStdout instanceof SubplanFailure) troubles.push(onStdout);
  for (const failure of troubles) await write(stderr, failureText(failure)).catch(() => {});
  if (followed.by !== undefined) return interruptCodes[followed.by];
  return troubles.length > 0 ? exitCodes.usage : exitCodeOf(followed.report);
};

type Started = Awaited<ExperimentExecution['started']>;

const beginning = ({ plan }: ExperimentExecution, { runId, extends: from, isFinished }: Started): string => {
  if (from !== undefined) return `experiment ${runId} takes over what ${from} has, and runs what it has not\n`;
  if (isFinished) return `experiment ${runId} was finished already: this is its report\n`;
  const { cases, arms, replications } = plan.design;
  const size = `${cases.length} × ${arms.length} × ${replications} (cases × arms × replications)`;
  return `experiment ${runId}: ${plan.leaves.length} trials, ${size}\n`;
};

interface Telling {
  readonly file: string;
  readonly given: Given;
  readonly isRecorded: boolean;
  readonly outputs: readonly string[];
}

/** By what name it is recorded, and how to go on where something is missing. */
const factsOf = ({ runId, status }: ExperimentReport, { file, given, isRecorded, outputs }: Telling): Fact[] => {
  const ledger = typeof given.ledger === 'string' ? ['--ledger', given.ledger] : [];
  const words = ['subplan', 'experiment', 'run', file, '--resume', runId, ...ledger];
  const again = words.map((word) => shellQuoted(visible(word))).join(' ');
  const facts: Fact[] = [];
  if (isRecorded && status !== 'succeeded') facts.push(['run', `${runId}; \`${again}\` goes on with what is missing`]);
  else if (isRecorded) facts.push(['run', `${runId}; \`${again} --replications N\` adds to it`]);
  if (outputs.length > 0) facts.push(['wrote', outputs.map(visible).join(', ')]);
  return facts;
};
