import { fits, hasBudget } from '../../domain/bounds.js';
import type { LeafReason } from '../../domain/subplan.js';
import { type Ground, tokensOf } from '../ground.js';
import type { Unit } from '../unit.js';

/** Why a leaf was not split further. `stopped`: what kept the way from splitting it, where something did. */
export const reasonFor =
  (ground: Ground) =>
  (files: Unit, stopped?: LeafReason): LeafReason => {
    const { bounds, sizing } = ground;
    if (hasBudget(bounds))
      return fits({ files: files.length, tokens: tokensOf(ground, files) }, bounds) ? 'fits' : 'over-budget';
    if (sizing.kind === 'min-files' && files.length < 2 * bounds.minFiles) return 'min-files';
    return stopped ?? 'natural';
  };
