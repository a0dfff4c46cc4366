import type { Sample } from '../domain/sample.js';
import { inSeconds } from './durations.js';
import { type Chosen, type Listed, lengthOf, placeOf, slice } from './live-list.js';
import { count, percent } from './numbers.js';
import { outcomeStyles, outcomeWords } from './outcome-words.js';
import type { Running, RunState, Unsuccessful, Waiting } from './run-state.js';
import type { Segment } from './segments.js';
import { clip, padEnd, padStart, widestOf } from './text-width.js';
import { visible } from './visible.js';

export interface Room {
  readonly width: number;
  /** Lines there is room for. */
  readonly most: number;
  readonly now: number;
  /** Where there is a hand to choose: also those that did not succeed are listed. */
  readonly hand: { readonly chosen: Chosen | undefined } | undefined;
}

interface Entry {
  readonly isChosen: boolean;
  readonly label: string;
  readonly time: string;
  readonly said: Segment;
}

const noneEnded: RunState['unsuccessful'] = new Map();

/** The list, a line each, as far as there is room and with the chosen one in sight; what is left away is counted. */
export const liveEntries = (state: RunState, { width, most, now, hand }: Room): Segment[][] => {
  const { running, waiting } = state;
  const list = { running, waiting, unsuccessful: hand ? state.unsuccessful : noneEnded };
  const all = lengthOf(list);
  if (most <= 0 || all === 0) return [];
  const shown = all <= most ? all : most - 1;
  const place = placeOf(list, hand?.chosen);
  const from = place === undefined ? 0 : Math.max(0, place - shown + 1);
  const entries = slice(list, from, shown).map((one, i) => entryOf(one, { now, isChosen: from + i === place }));
  const lines = inColumns(entries, width);
  return all <= most ? lines : [...lines, [[`  … ${count(all - shown)} more`, 'dim']]];
};

const inColumns = (entries: readonly Entry[], width: number): Segment[][] => {
  const label = Math.min(widestOf(entries.map((one) => one.label)), Math.max(8, Math.floor(width * 0.45)));
  const time = widestOf(entries.map((one) => one.time));
  return entries.map(({ isChosen, ...one }): Segment[] => [
    isChosen ? ['› ', 'cyan'] : ['  '],
    [padEnd(clip(one.label, label), label), isChosen ? 'bold' : undefined],
    [`  ${padStart(one.time, time)}  `, 'dim'],
    one.said,
  ]);
};

const entryOf = (listed: Listed, { now, isChosen }: { now: number; isChosen: boolean }): Entry => {
  switch (listed.how) {
    case 'running':
      return { isChosen, ...runningEntry(listed.one, now) };
    case 'waiting':
      return { isChosen, ...waitingEntry(listed.one, now) };
    case 'ended':
      return { isChosen, ...endedEntry(listed.one) };
  }
};

/** `roll up src`, `src (try 2, round 1)`. */
export const entryLabel = ({ label, kind, sample }: Pick<Running, 'label' | 'kind' | 'sample'>): string => {
  const shown = kind === 'branch' ? `roll up ${visible(label)}` : visible(label);
  return sample ? `${shown} ${sampleText(sample)}` : shown;
};

const sampleText = (sample: Sample): string => `(try ${sample.try}, round ${sample.round})`;

const runningEntry = (running: Running, now: number): Omit<Entry, 'isChosen'> => {
  const { attempt, since, fraction, message } = running;
  const said = [
    attempt > 1 && `attempt ${attempt}`,
    fraction !== undefined && percent(Math.min(1, Math.max(0, fraction || 0))),
    message,
  ];
  return {
    label: entryLabel(running),
    time: inSeconds(now - since),
    said: [said.filter(Boolean).join('  '), 'dim'],
  };
};

const waitingEntry = (waiting: Waiting, now: number): Omit<Entry, 'isChosen'> => ({
  label: entryLabel(waiting),
  time: inSeconds(waiting.until - now),
  said: [`until attempt ${waiting.attempt + 1}: ${waiting.why}`, 'yellow'],
});

const endedEntry = ({ label, outcome, why }: Unsuccessful): Omit<Entry, 'isChosen'> => ({
  label: visible(label),
  time: '',
  said: [`${outcomeWords[outcome]}${why && `: ${why}`}`, outcomeStyles[outcome]],
});
