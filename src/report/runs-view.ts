import type { Wording } from '../domain/message.js';
import type { RunState, RunSummary } from '../domain/run-details.js';
import { took } from './durations.js';
import { count } from './numbers.js';
import type { Paint, Style } from './paint.js';
import { drawTable } from './table.js';
import { usageText } from './usage-text.js';
import { visible } from './visible.js';

export interface RunsPage {
  readonly columns: number | undefined;
  readonly paint: Paint;
  readonly words: Wording;
}

/** Recorded runs in a line each. */
export const drawRuns = (runs: readonly RunSummary[], { columns, paint }: RunsPage): string[] =>
  drawTable({
    heading: ['run', 'state', 'leaves', 'time', 'spent', 'began', 'task'],
    texts: ['state', 'began'],
    rows: runs.map((run) => [
      ...[run.id, run.state, leavesText(run), took(run.lastAt - run.startedAt)],
      ...[
        usageText(run.usage) || '-',
        moment(run.startedAt),
        `${run.kind === 'experiment' ? 'experiment with ' : ''}${visible(run.task)}`,
      ],
    ]),
    width: columns ?? Number.POSITIVE_INFINITY,
    paint,
  });

/** `46/48`, and how many of the rest failed. */
const leavesText = ({ succeeded, leaves, failed }: RunSummary): string =>
  `${count(succeeded)}/${count(leaves)}${failed > 0 ? `, ${count(failed)} failed` : ''}`;

/** A time as the clock on the wall shows it. */
export const moment = (at: number): string => {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

export const stateStyles: Readonly<Record<RunState, Style>> = {
  ...{ running: 'cyan', interrupted: 'yellow', succeeded: 'green', failed: 'red' },
  ...{ cancelled: 'yellow', stopped: 'yellow', empty: 'yellow' },
};
