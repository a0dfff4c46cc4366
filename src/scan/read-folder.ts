import { type Dirent, readdirSync } from 'node:fs';
import { escapeBytes, isUtf8 } from '../util/escape-bytes.js';

export interface Folder {
  readonly entries: readonly Dirent[];
  /** Names that are not UTF-8, escaped, with a `/` behind those of folders. */
  readonly oddNames: readonly string[];
}

/** What is in a folder. Throws a system error where the folder cannot be read. */
export const readFolder = (folder: string): Folder => {
  const entries = readdirSync(folder, { withFileTypes: true });
  // Asking for bytes is slow, and U+FFFD tells where a name did not decode (or really has that character).
  if (!entries.some(({ name }) => name.includes('\ufffd'))) return { entries, oddNames: [] };
  const raw = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  const sound = new Set(raw.filter(({ name }) => isUtf8(name)).map(({ name }) => name.toString('utf8')));
  return {
    entries: entries.filter(({ name }) => sound.has(name)),
    oddNames: raw
      .filter(({ name }) => !isUtf8(name))
      .map((entry) => escapeBytes(entry.name) + (entry.isDirectory() ? '/' : '')),
  };
};

/** What a thing is that is no file, folder or link. */
export const specialKind = (entry: Dirent): string => {
  if (entry.isFIFO()) return 'named pipe';
  if (entry.isSocket()) return 'socket';
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'device' : 'neither file nor folder';
};
