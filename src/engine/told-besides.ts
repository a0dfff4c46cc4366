import type { Leaf } from '../domain/subplan.js';
import { digest } from '../ledger/stored-value.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { agentsNear } from '../run/process/render-prompt.js';
import type { TrialParts } from './trial-parts.js';

/**
 * What decides the value of a leaf besides its files and the plan: the AGENTS.md that a prompt has in it, or all that an
 * experiment adds.
 */
export const toldBesides = (
  { task }: ExecuteSettings,
  root: string,
  trials?: TrialParts,
): { readonly more?: (leaf: Leaf) => string } => {
  if (trials) return trials.decides ? { more: trials.decides } : {};
  if (task.kind !== 'command' || !task.command.prompt?.includes('{agents}')) return {};
  return { more: ({ files }) => digest(agentsNear(root, files)) };
};
