import { budgetUse, dollars } from './budget-text.js';
import { inSeconds } from './durations.js';
import { brief, count, percent, some } from './numbers.js';
import { doneLeaves, type RunState } from './run-state.js';
import type { Segment } from './segments.js';
import { timeLeft } from './time-left.js';
import { visible } from './visible.js';

const widestBar = 30;
const narrowestBar = 5;
/** What the figures beside the bar may take. */
const besideBar = 50;

/** How far the whole run is. */
export const overallLine = (state: RunState, width: number, now: number): Segment[] => {
  const { leaves, outcomes, phase, startedAt, missed } = state;
  if (phase === 'starting') return [['starting']];
  const done = doneLeaves(state);
  const share = leaves === 0 ? 1 : Math.min(1, done / leaves);
  const failed = outcomes.failed + outcomes['timed-out'];
  const left = timeLeft(state, now);
  return [
    ...bar(share, Math.min(widestBar, width - besideBar)),
    [`${missed > 0 ? 'at least ' : ''}${count(done)}/${count(leaves)}`],
    [`  ${percent(share)}`],
    [failed > 0 ? `  ${count(failed)} failed` : '', 'red'],
    [`  ${inSeconds(now - startedAt)}`, 'dim'],
    [left === undefined ? '' : `, about ${inSeconds(left)} left`, 'dim'],
  ];
};

const bar = (share: number, cells: number): Segment[] => {
  if (cells < narrowestBar) return [];
  const full = Math.floor(share * cells);
  return [['█'.repeat(full), 'green'], ['░'.repeat(cells - full), 'dim'], ['  ']];
};

/** What goes on. */
export const phaseLine = (state: RunState): Segment[] => {
  const { waiting, branches, settledBranches, outcomes } = state;
  return [
    phaseText(state),
    [waiting.size > 0 ? `, ${count(waiting.size)} to retry` : '', 'yellow'],
    [outcomes['never-started'] > 0 ? `, ${count(outcomes['never-started'])} never started` : '', 'yellow'],
    [outcomes.skipped > 0 ? `, ${count(outcomes.skipped)} skipped` : '', 'yellow'],
    [branches > 0 ? `, ${count(settledBranches)} of ${some(branches, 'branch', 'branches')} settled` : '', 'dim'],
  ];
};

const phaseText = ({ phase, paused, running: { size }, limit }: RunState): Segment => {
  const still = `${count(size)} still ${size === 1 ? 'runs' : 'run'}`;
  switch (phase) {
    case 'starting':
      return [''];
    case 'running':
      return paused ? [`paused, ${still}`, 'yellow'] : [`${count(size)} of ${some(limit, 'slot')} in use`];
    case 'stopping':
      return [`stopping: nothing more starts, ${still}`, 'yellow'];
    case 'cancelling':
      return [`cancelling: what runs is asked to end, ${still}`, 'yellow'];
    case 'ended':
      return ['ended'];
  }
};

/** What holds the run back, and what it has spent; empty where there is nothing of the kind. */
export const standingLine = (state: RunState, now: number): Segment[] => {
  const { budget, phase } = state;
  if (phase === 'starting') return [];
  const budgets = budgetUse(budget);
  const parts: Segment[] = [
    [rateLimitText(state, now), 'yellow'],
    [budgets && `budget: ${budgets}`, 'yellow'],
    [spentText(state), 'dim'],
    [capText(state), 'dim'],
  ];
  return parts
    .filter(([text]) => text !== '')
    .flatMap((part, i): Segment[] => (i === 0 ? [part] : [['  ·  ', 'dim'], part]));
};

const rateLimitText = ({ slow, limit, phase }: RunState, now: number): string => {
  if (!slow || phase === 'ended') return '';
  const isCut = slow.limit < limit;
  if (slow.until > now) {
    return `rate limited: ${inSeconds(slow.until - now)}${isCut ? `, then at most ${count(slow.limit)}` : ''}`;
  }
  return isCut ? `at most ${count(slow.limit)} of ${count(limit)} after a rate limit` : '';
};

const spentText = ({ spent: { tokens, usd }, missed }: RunState): string => {
  const parts = [tokens > 0 && `${brief(tokens)} tokens`, usd > 0 && dollars(usd)].filter(Boolean);
  return parts.length > 0 ? `spent ${missed > 0 ? 'at least ' : ''}${parts.join(', ')}` : '';
};

/** Only where it was changed: how many slots there are is told anyway. */
const capText = ({ limit, firstLimit }: RunState): string =>
  firstLimit > 0 && limit !== firstLimit ? `cap ${count(limit)}, ${count(firstLimit)} at first` : '';

/** How far each arm of an experiment is; empty elsewhere. */
export const groupsLine = ({ groups, phase }: RunState): Segment[] => {
  if (!groups || phase === 'starting') return [];
  return groups.counts.flatMap(({ name, total, done, failed }, i): Segment[] => [
    [i === 0 ? '' : '  ·  ', 'dim'],
    [`${visible(name)} ${count(done)}/${count(total)}`],
    [failed > 0 ? ` ${count(failed)} failed` : '', 'red'],
  ]);
};
