import type { LeafPlace } from './leaf-place.js';
import { count, some } from './numbers.js';

/** How central a leaf is and what comes before it, in words. */
export const placeSentences = (place: LeafPlace): string[] => {
  if (place.leaves === 1) return ['It is the only leaf.'];
  return [importers(place), order(place), ...(place.circle === 0 ? [] : [circle(place)])];
};

const importers = ({ leaves, importedBy, importedThrough, rank }: LeafPlace): string => {
  const central = `By centrality (PageRank over the imports) it is number ${count(rank)} of ${count(leaves)}.`;
  if (importedBy === 0) return `No other leaf imports it. ${central}`;
  const through = importedThrough === 0 ? '' : `, ${count(importedThrough)} more through others`;
  return `${some(importedBy, 'leaf imports', 'leaves import')} it${through}. ${central}`;
};

const order = ({ before, generation, generations }: LeafPlace): string => {
  const at = `It is in generation ${count(generation)} of ${count(generations)}`;
  if (before === 0) return `${at}: no other leaf has to come before it.`;
  return `${at}: it imports, straight or through others, from ${some(before, 'leaf that comes', 'leaves that come')} before it.`;
};

const circle = ({ circle: others }: LeafPlace): string =>
  `It and ${some(others, 'other leaf', 'other leaves')} import each other in a circle, and share the generation.`;
