/** `cost`: longest first. `dependencies`: after the leaves it depends on. `plan`: as the plan stands. */
export const orders = ['cost', 'dependencies', 'plan'] as const;
export type Order = (typeof orders)[number];

/**
 * What a failure does to the rest. `continue`: nothing. `stop`: start nothing new, let running end. `cancel`: also end
 * what runs. A number: stop after so many failures, of leaves and rollups. A percentage: stop after as many as that share
 * of the leaves.
 */
export type OnFailure = 'continue' | 'stop' | 'cancel' | number | `${number}%`;
