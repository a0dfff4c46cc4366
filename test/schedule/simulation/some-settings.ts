import type { OnFailure } from '../../../src/domain/order.js';
import { orders } from '../../../src/domain/order.js';
import type { ScheduleSettings } from '../../../src/schedule/work.js';
import type { Draw } from './draw.js';
import { limitNames } from './some-work.js';

export const failureModes = ['continue', 'stop', 'cancel', 'number', 'share'] as const;
type FailureMode = (typeof failureModes)[number];

export const modeOf = (onFailure: OnFailure): FailureMode => {
  if (typeof onFailure === 'number') return 'number';
  return onFailure === 'continue' || onFailure === 'stop' || onFailure === 'cancel' ? onFailure : 'share';
};

export const someSettings = (draw: Draw): ScheduleSettings => ({
  maxParallel: draw.chance(0.8) ? draw.between(1, 6) : draw.between(1, 60),
  limits: new Map(limitNames.filter(() => draw.chance(0.6)).map((name) => [name, draw.between(1, 3)])),
  order: draw.pick(orders),
  onFailure: someMode(draw),
  retries: draw.pick([0, 0, 1, 2, 4]),
  backoffMs: draw.pick([0, 1, 10, 1_000, 50_000]),
  seed: draw.between(0, 1_000_000),
});

const someMode = (draw: Draw): OnFailure => {
  const mode = draw.pick(failureModes);
  if (mode === 'number') return draw.between(1, 5);
  return mode === 'share' ? `${draw.pick([1, 10, 28, 50, 55, 100])}%` : mode;
};
