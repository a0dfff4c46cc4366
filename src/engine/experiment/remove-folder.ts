import type { Dirent } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder with all in it. Folders that nobody may write to, as package caches have them, are opened for it. */
export const removeFolder = async (folder: string): Promise<void> => {
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch {
    await openFolders(folder);
    await remove();
  }
};

const openFolders = async (folder: string): Promise<void> => {
  await chmod(folder, 0o700).catch(() => {});
  const inside: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const one of inside) if (one.isDirectory()) await openFolders(join(folder, one.name));
};
