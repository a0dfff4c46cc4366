import { SubplanFailure } from '../../domain/failure.js';
import type { RunReport } from '../../domain/run-report.js';
import type { Execution } from '../../engine/execution.js';
import { countGroups } from '../../report/group-counts.js';
import { namesApart } from '../../report/names-apart.js';
import { advance, newRunState, type RunState } from '../../report/run-state.js';
import type { Interruption } from '../interruption.js';
import type { OutputFile } from '../outputs.js';
import type { FollowView } from '../settings/view-settings.js';
import type { Interrupt, Plan, World } from '../world.js';
import { ReaderGone, write } from '../write.js';
import { chooseView } from './choose-view.js';
import { streamEvents } from './event-stream.js';
import { type Steps, takeInterrupts } from './interrupt-steps.js';
import { runKeys } from './run-keys.js';
import { eventFile } from './run-outputs.js';
import { type RunView, sturdyView } from './run-view.js';

export interface Following {
  readonly plan: Followable;
  readonly execution: Execution;
  readonly view: FollowView;
  readonly outputs: readonly EventOutput[];
  readonly interruption: Interruption;
  /** What leaves are counted by as well: the arms of an experiment. */
  readonly groups?: { readonly names: readonly string[]; readonly of: (id: string) => string | undefined };
  /** Ids of leaves that were done before it began. */
  readonly known?: readonly string[];
}

type Followable = Pick<Plan, 'leaves' | 'branches'>;
type EventOutput = OutputFile<string>;

export interface Followed {
  readonly report: RunReport;
  /** What it was interrupted by. */
  readonly by: Interrupt | undefined;
  /** Why the events could not be written to stdout any more. */
  readonly stdoutError: unknown;
  /** Files the events could not be written to. */
  readonly failures: readonly SubplanFailure[];
  /** Where events came too fast, and how many are missing there. */
  readonly missed: readonly Missed[];
}

export interface Missed {
  readonly where: string;
  readonly count: number;
}

/** Shows a run and writes its events until it has ended, and takes interrupts for it meanwhile. */
export const follow = async (following: Following, world: World): Promise<Followed> => {
  const { plan, execution, view, outputs, interruption, groups, known = [] } = following;
  const { stdout, stderr, now } = world;
  const cost = plan.leaves.reduce((sum, { tokens }) => sum + tokens, 0);
  const state = newRunState({ leaves: plan.leaves.length, branches: plan.branches.length, cost });
  if (groups) state.groups = countGroups({ ...groups, all: plan.leaves.map(({ id }) => id), known });
  const warn = (line: string): void => void write(stderr, `${line}\n`).catch(() => {});
  const control = { keys: runKeys(execution, state), interrupt: () => steps.take('SIGINT') };
  const shown = sturdyView(chooseView({ state, view, control }, world), warn);
  const steps: Steps = takeInterrupts({
    ...{ execution, interruption, now, tell: shown.tell },
    running: () => state.running.size,
    leave: () => void shown.close(),
  });
  let stdoutError: unknown;
  const toStdout = view.json
    ? streamEvents(execution, stdout, (error) => {
        stdoutError = error;
        // What goes to files is still worth having.
        if (outputs.length > 0) return;
        const isGone = error instanceof ReaderGone;
        execution.cancel(isGone ? 'nobody reads its events any more' : 'its events cannot be written any more');
      }).then((count) => ({ where: 'on stdout', count }))
    : undefined;
  const failures: SubplanFailure[] = [];
  const toFiles = outputs
    .filter(({ format }) => format === 'events')
    .map((output) => writeEvents(execution, output, failures));
  try {
    const showing = show({ execution, plan, state, view: shown, isInterrupted: () => steps.by() !== undefined });
    const [report, , ...counted] = await Promise.all([execution, showing, toStdout, ...toFiles]);
    const missed = [...counted, { where: 'in what was shown', count: state.missed }];
    return { report, by: steps.by(), stdoutError, failures, missed: missed.filter(isMissed) };
  } finally {
    steps.over();
    await shown.close();
  }
};

const isMissed = (missed: Missed | undefined): missed is Missed => missed !== undefined && missed.count > 0;

interface Showing {
  readonly execution: Execution;
  readonly plan: Followable;
  readonly state: RunState;
  readonly view: RunView;
  readonly isInterrupted: () => boolean;
}

const show = async ({ execution, plan, state, view, isInterrupted }: Showing): Promise<void> => {
  const costs = new Map(plan.leaves.map(({ id, tokens }) => [id, tokens]));
  const apart = namesApart(plan);
  for await (const plain of execution) {
    const event = apart(plain);
    advance(state, event, (id) => costs.get(id) ?? 0);
    // Whoever pressed Ctrl-C was told at once.
    const isKnown = isInterrupted() && (event.type === 'stopping' || event.type === 'cancelling');
    if (!isKnown) view.see(event);
  }
};

const writeEvents = async (execution: Execution, output: EventOutput, failures: SubplanFailure[]): Promise<Missed> => {
  const file = eventFile(output);
  const onError = (cause: unknown): void => {
    const message = `${JSON.stringify(output.name)} does not hold all events: ${cause instanceof Error ? cause.message : cause}`;
    failures.push(
      new SubplanFailure({ code: 'cannot-write', message, nextStep: 'Check the disk and the permissions.', cause }),
    );
  };
  try {
    const count = await streamEvents(execution, file, onError);
    return { where: `in ${output.name}`, count };
  } finally {
    await file.close();
  }
};
