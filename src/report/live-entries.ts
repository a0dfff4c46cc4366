import { inSeconds } from './durations.js';
import { count, percent } from './numbers.js';
import type { Running, RunState, Waiting } from './run-state.js';
import type { Segment } from './segments.js';
import { clip, padEnd, padStart, widestOf } from './text-width.js';
import { visible } from './visible.js';

export interface Room {
  readonly width: number;
  /** Lines there is room for. */
  readonly most: number;
  readonly now: number;
}

interface Entry {
  readonly label: string;
  readonly time: string;
  readonly said: Segment;
}

/** What runs, the longest first, and then what waits for its next attempt, a line each; what is left away is counted. */
export const liveEntries = ({ running, waiting }: RunState, { width, most, now }: Room): Segment[][] => {
  const all = running.size + waiting.size;
  if (most <= 0 || all === 0) return [];
  const shown = all <= most ? all : most - 1;
  const runs = first(running, shown);
  const waits = first(waiting, shown - runs.length);
  const entries = [...runs.map((one) => runningEntry(one, now)), ...waits.map((one) => waitingEntry(one, now))];
  const lines = inColumns(entries, width);
  return all <= most ? lines : [...lines, [[`  … ${count(all - shown)} more`, 'dim']]];
};

/** The first few of a map, without looking at the others. */
const first = <V>(map: ReadonlyMap<string, V>, most: number): V[] => {
  const found: V[] = [];
  for (const value of map.values()) {
    if (found.length >= most) break;
    found.push(value);
  }
  return found;
};

const inColumns = (entries: readonly Entry[], width: number): Segment[][] => {
  const label = Math.min(widestOf(entries.map((one) => one.label)), Math.max(8, Math.floor(width * 0.45)));
  const time = widestOf(entries.map((one) => one.time));
  return entries.map((one) => [
    [`  ${padEnd(clip(one.label, label), label)}`],
    [`  ${padStart(one.time, time)}  `, 'dim'],
    one.said,
  ]);
};

const runningEntry = ({ label, kind, attempt, since, fraction, message }: Running, now: number): Entry => {
  const said = [
    attempt > 1 && `attempt ${attempt}`,
    fraction !== undefined && percent(Math.min(1, Math.max(0, fraction || 0))),
    message,
  ];
  return {
    label: kind === 'branch' ? `roll up ${visible(label)}` : visible(label),
    time: inSeconds(now - since),
    said: [said.filter(Boolean).join('  '), 'dim'],
  };
};

const waitingEntry = ({ label, attempt, until, why }: Waiting, now: number): Entry => ({
  label: visible(label),
  time: inSeconds(until - now),
  said: [`until attempt ${attempt + 1}: ${why}`, 'yellow'],
});
