import type { OnFailure } from '../domain/order.js';

export interface FailureLimit {
  /** So many failures end the run early. */
  readonly most: number;
  readonly then: 'stop' | 'cancel';
}

export const failureLimit = (onFailure: OnFailure, leaves: number): FailureLimit => {
  if (onFailure === 'continue') return { most: Number.POSITIVE_INFINITY, then: 'stop' };
  if (onFailure === 'stop' || onFailure === 'cancel') return { most: 1, then: onFailure };
  if (typeof onFailure === 'number') return { most: onFailure, then: 'stop' };
  // 7 % of 100 is 7.000000000000001 by some ways of computing it, which must not become 8.
  const share = (Number.parseFloat(onFailure) * leaves) / 100;
  return { most: Math.max(1, Math.ceil(share - 1e-9)), then: 'stop' };
};
