import type { PlanView } from './plan-view.js';

const shortest = 4;

/** How many characters of an id tell all subplans of this plan apart. */
export const idLength = ({ leaves, branches }: Pick<PlanView, 'leaves' | 'branches'>): number => {
  const ids = [...leaves, ...branches].map(({ id }) => id).sort();
  let length = shortest;
  for (let i = 1; i < ids.length; i++) {
    while (length < ids[i].length && ids[i].slice(0, length) === ids[i - 1].slice(0, length)) length++;
  }
  return length;
};
