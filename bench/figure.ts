import { type Spread, spreadOf, trend } from './spread.js';

/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | '%' | 'MB' | 'ms' | 'B';
  /** `ideal` and `reach`: what is perfect and what is to be reached; more is better where the ideal is above. */
  readonly goal?: Goal;
  /** Of a figure without a goal: which way it gets worse. `neither`: it is of something else than this program. */
  readonly better?: 'less' | 'more' | 'neither';
}

interface Goal {
  readonly ideal: number;
  readonly reach: number;
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

export const geomean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

const betterOf = ({ goal, better = 'less' }: Figure): 'less' | 'more' | 'neither' =>
  goal ? (goal.ideal > goal.reach ? 'more' : 'less') : better;

const isWorse = (figure: Figure, than: number): boolean => {
  const better = betterOf(figure);
  return better === 'more' ? figure.value < than : better === 'less' && figure.value > than;
};

/** Times and memory are those of the machine; ratios and sizes on disk mean the same on every one. */
const isComparable = ({ unit }: Figure): boolean => unit !== 'ms' && unit !== 'MB';

/**
 * Whether a figure got worse than what its history allows. Where the history cannot tell, because the figure is new or
 * depends on the machine, whether it is further than twice the allowed distance from the ideal.
 */
export const isBad = (figure: Figure, history: readonly number[]): boolean => {
  const spread = isComparable(figure) ? spreadOf(history) : undefined;
  if (spread) return isWorse(figure, betterOf(figure) === 'more' ? spread.low : spread.high);
  const { goal } = figure;
  return goal !== undefined && isWorse(figure, goal.ideal + 2 * (goal.reach - goal.ideal));
};

export const describe = (figure: Figure, history: readonly number[]): string => {
  const { name, value, unit, goal } = figure;
  const parts = [`${name}: ${format(value)} ${unit}`];
  if (goal) {
    const note = isWorse(figure, goal.reach) ? ' not reached' : '';
    parts.push(`reach ${goal.ideal > goal.reach ? '≥' : '≤'} ${goal.reach}${note}`);
  }
  if (history.length > 0) parts.push(`${trend([...history, value])} ${inHistory(value, history)}`);
  if (isBad(figure, history)) parts.push('WORSE');
  return parts.join(' · ');
};

const inHistory = (value: number, history: readonly number[]): string => {
  const spread = spreadOf(history);
  if (!spread) return `${change(value, history.at(-1) as number)} since the last row`;
  return `${change(value, spread.middle)} from the median, spread ${inWords(spread)}`;
};

const inWords = ({ low, high }: Spread): string => `${format(low)} to ${format(high)}`;

const format = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3));

const change = (value: number, from: number): string => {
  const by = from === 0 ? value : (100 * (value - from)) / Math.abs(from);
  return `${by >= 0 ? '+' : ''}${by.toFixed(1)}${from === 0 ? '' : ' %'}`;
};
