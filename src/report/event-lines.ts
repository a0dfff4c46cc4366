import { whyOf } from '../domain/attempt-failure.js';
import { type Wording, worded } from '../domain/message.js';
import type { OfAttempt, RunEvent } from '../domain/run-event.js';
import { budgetText } from './budget-text.js';
import { took } from './durations.js';
import { isTold, type Level } from './event-levels.js';
import { failureLines } from './failure-lines.js';
import { firstLine, logLines } from './log-text.js';
import { count, some } from './numbers.js';
import { isFailure, outcomeStyles, outcomeWords } from './outcome-words.js';
import type { Paint } from './paint.js';
import { doneLeaves, type RunState } from './run-state.js';
import { visible } from './visible.js';

export interface Telling {
  readonly level: Level;
  readonly paint: Paint;
  readonly words: Wording;
}

/**
 * An event as lines for a log: none where it is not worth telling. Each has the subplan it is about before it, so that
 * leaves that run at once stay readable. The state is that after the event.
 */
export const eventLines = (event: RunEvent, state: RunState, telling: Telling): string[] =>
  isTold(event, telling.level) ? linesOf(event, state, telling) : [];

const linesOf = (event: RunEvent, state: RunState, telling: Telling): string[] => {
  const { paint, words } = telling;
  switch (event.type) {
    case 'run-started': {
      const threads = event.threads === 0 ? '' : ` on ${some(event.threads, 'thread')}`;
      const { recorded, reused } = event.known;
      const known = [recorded > 0 && `${count(recorded)} done before`, reused > 0 && `${count(reused)} reused`].filter(
        Boolean,
      );
      const apart = known.length > 0 ? ` (${known.join(', ')})` : '';
      return [`${some(event.leaves, 'leaf', 'leaves')}${apart}, at most ${count(event.limit)} at once${threads}`];
    }
    case 'attempt-started':
      return [`${about(event, state)}: ${attemptText(event)}started`];
    case 'attempt-failed': {
      const again = event.retryInMs > 0 ? `again in ${took(event.retryInMs)}` : 'again at once';
      const failed = paint('yellow', `${sampleText(event)}attempt ${event.attempt} failed, ${again}`);
      return [`${about(event, state)}: ${failed}: ${firstLine(event.failure.message)}`];
    }
    case 'attempt-lost':
      return [
        `${about(event, state)}: ${sampleText(event)}attempt ${event.attempt} lost, runs again: ${firstLine(event.why)}`,
      ];
    case 'sampled':
      return [sampledLine(event, state, paint)];
    case 'reopened':
      return [`${about(event, state)}: ${event.kind === 'leaf' ? 'runs again' : 'waits again'}`];
    case 'log':
      return logLines(event.message).map(
        (line) => `${paint('cyan', `${visible(event.label)}${tryText(event)}`)} | ${line}`,
      );
    case 'settled':
      return settledLines(event, state, telling);
    case 'limit-changed':
      return [`at most ${count(event.limit)} at once from here on`];
    case 'slowed-down': {
      const cut = event.isNew ? `; at most ${count(event.limit)} at once then` : '';
      return [paint('yellow', `rate limited: nothing starts for ${took(event.waitMs)}${cut}`)];
    }
    case 'sped-up':
      return [`at most ${count(event.limit)} at once again`];
    case 'budget':
      return [paint('yellow', budgetText(event))];
    case 'paused':
      return ['paused: nothing more starts'];
    case 'unpaused':
      return ['goes on'];
    case 'stopping':
      return [paint('yellow', `stopping, nothing more starts: ${firstLine(event.because)}`)];
    case 'cancelling':
      return [paint('yellow', `cancelling what runs: ${firstLine(event.because)}`)];
    case 'warning':
      return logLines(worded(event.says ?? event.message, words)).map((line) => paint('yellow', `warning: ${line}`));
    case 'events-dropped':
      return [`${some(event.count, 'event was', 'events were')} too many to show; the run itself missed none`];
    case 'progress':
    case 'spent':
    case 'run-ended':
      return [];
  }
};

/** `[12/48] src/cli`: how far the leaves are, and which subplan it is. */
const about = (event: { readonly label: string; readonly kind: 'leaf' | 'branch' }, state: RunState): string => {
  const total = count(state.leaves);
  const at = `[${count(doneLeaves(state)).padStart(total.length)}/${total}]`;
  return `${at} ${event.kind === 'branch' ? 'roll up ' : ''}${visible(event.label)}`;
};

const tryText = ({ sample }: Pick<OfAttempt, 'sample'>): string => (sample ? ` (try ${sample.try})` : '');

const sampleText = ({ sample }: Pick<OfAttempt, 'sample'>): string =>
  sample ? `try ${sample.try}, round ${sample.round}: ` : '';

const attemptText = (event: OfAttempt): string =>
  `${sampleText(event)}${event.attempt === 1 ? '' : `attempt ${event.attempt} `}`;

const sampledLine = (event: Extract<RunEvent, { type: 'sampled' }>, state: RunState, paint: Paint): string => {
  const { result, failure, feedback, ms } = event;
  const said = failure?.message ?? feedback;
  const why = said === undefined ? '' : `: ${firstLine(said)}`;
  const styled = result === 'accepted' ? paint('green', result) : paint('yellow', result);
  return `${about(event, state)}: ${sampleText(event)}${styled} (${took(ms)})${why}`;
};

const settledLines = (
  event: Extract<RunEvent, { type: 'settled' }>,
  state: RunState,
  { level, paint, words }: Telling,
): string[] => {
  const { outcome, failure, attempts, ms } = event;
  const facts = [ms !== undefined && took(ms), attempts > 1 && `${attempts} attempts`].filter(Boolean).join(', ');
  const line = `${about(event, state)}: ${paint(outcomeStyles[outcome], outcomeWords[outcome])}${facts && ` (${facts})`}`;
  if (!failure) return [line];
  if (!isFailure(outcome)) return [`${line}: ${firstLine(whyOf(failure))}`];
  return [line, ...failureLines(failure, { verbose: level === 'verbose', words }).map((text) => `    ${text}`)];
};
