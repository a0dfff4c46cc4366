export interface PerTime {
  /** How many in that time, for one in a second. */
  readonly times: number;
  readonly words: 'a second' | 'a minute' | 'an hour';
  readonly short: '/s' | '/min' | '/h';
}

const spans: readonly PerTime[] = [
  { times: 1, words: 'a second', short: '/s' },
  { times: 60, words: 'a minute', short: '/min' },
  { times: 3600, words: 'an hour', short: '/h' },
];

/** The shortest span of time in which at least one of what happens so often a second does. */
export const perTime = (perSecond: number): PerTime =>
  spans.find(({ times }) => perSecond * times >= 1) ?? (spans.at(-1) as PerTime);
