/** One measured figure, as a ratio or count that means the same on every machine. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | '%' | 'MB' | 'ms' | 'B';
  /**
   * `ideal` and `reach`: what is perfect and what must be reached; more is better where the ideal is above. A run fails
   * only beyond twice the distance between them. Undefined for what is reported and never failed on, such as times.
   */
  readonly goal?: { readonly ideal: number; readonly reach: number };
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

export const geomean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

const limitOf = ({ ideal, reach }: { ideal: number; reach: number }): number => ideal + 2 * (reach - ideal);

type Goal = NonNullable<Figure['goal']>;

const isMoreBetter = ({ ideal, reach }: Goal): boolean => ideal > reach;

const isWorse = (value: number, than: number, goal: Goal): boolean =>
  isMoreBetter(goal) ? value < than : value > than;

export const isFailed = ({ value, goal }: Figure): boolean => goal !== undefined && isWorse(value, limitOf(goal), goal);

/** The better of two measurements of the same figure: a noisy machine makes one worse, never better. */
export const better = (a: Figure, b: Figure): Figure =>
  (a.goal ? isWorse(a.value, b.value, a.goal) : b.value < a.value) ? b : a;

export const describe = ({ name, value, unit, goal }: Figure, baseline: number | undefined): string => {
  const parts = [`${name}: ${format(value)} ${unit}`];
  if (goal) {
    const isMissed = isWorse(value, goal.reach, goal);
    const note = !isMissed ? '' : isFailed({ name, value, unit, goal }) ? ' FAILED' : ' not reached';
    parts.push(`reach ${isMoreBetter(goal) ? '≥' : '≤'} ${goal.reach}${note}`);
  }
  if (baseline !== undefined) parts.push(`baseline ${format(baseline)} (${drift(value, baseline)})`);
  return parts.join(' · ');
};

const format = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3));

const drift = (value: number, baseline: number): string => {
  const change = baseline === 0 ? value - baseline : (100 * (value - baseline)) / baseline;
  return `${change >= 0 ? '+' : ''}${change.toFixed(1)}${baseline === 0 ? '' : ' %'}`;
};
