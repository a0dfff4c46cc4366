import type { FileRole } from '../../domain/inventory.js';

/** Roles that may stand in one leaf: sources with their tests and data; what builds the project with its own files. */
export const sideOf = (role: FileRole): string => {
  switch (role) {
    case 'source':
    case 'test':
    case 'data':
      return 'source';
    case 'tooling':
    case 'project':
      return 'project';
    case 'example':
    case 'document':
      return role;
  }
};

/** The key that has most; the first of several. */
export const mainOf = (counts: ReadonlyMap<string, number>): string => {
  let [main, most] = ['', -1];
  for (const [key, count] of counts) if (count > most) [main, most] = [key, count];
  return main;
};
