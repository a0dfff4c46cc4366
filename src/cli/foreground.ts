import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether the terminal listens to this process. A job in the background that changes the terminal, or reads from it, is
 * stopped by the system. Where it cannot be told, it is taken for one.
 */
export const isForeground = (platform: NodeJS.Platform = process.platform): boolean => {
  try {
    if (platform === 'win32') return true;
    if (platform === 'linux') return isForegroundStat(readFileSync('/proc/self/stat', 'utf8'));
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8', stdio: 'pipe' });
    return state.includes('+');
  } catch {
    return false;
  }
};

/** `1 (name) S parent group session terminal terminal's-group …`; a name may hold spaces and brackets. */
export const isForegroundStat = (stat: string): boolean => {
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Without a terminal of its own nobody is in the background.
  return foreground === '-1' || foreground === group;
};
