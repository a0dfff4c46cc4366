const groups = new Set<number>();

const endAll = (): void => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
};

/**
 * When this process exits without waiting for anything, by process.exit or an error that nobody caught, there is no time
 * to ask: the group is ended at once, since nobody would be left who knows of it.
 */
export const watchOver = (group: number): void => {
  if (groups.size === 0) process.on('exit', endAll);
  groups.add(group);
};

export const release = (group: number): void => {
  groups.delete(group);
  if (groups.size === 0) process.off('exit', endAll);
};
