import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A link that appeared since the listing is not followed, and a pipe does not keep us waiting. Not on Windows. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What was read last. One object for all files: there may be a hundred thousand. */
export interface Loaded {
  buffer: Buffer;
  /** Bytes in the buffer; fewer than `size` for a file beyond the limit. A zero stands behind them. */
  length: number;
  size: number;
}

/**
 * Reads files one after another into one buffer that grows as needed, never beyond `limit` bytes. Synchronous, because
 * for small files in the cache of the system a promise costs more than the reading. Throws system errors.
 */
export const createFileBuffer = (limit: number): ((path: string) => Loaded) => {
  const loaded: Loaded = { buffer: Buffer.allocUnsafeSlow(Math.min(limit, 1 << 16) + 2), length: 0, size: 0 };

  const grow = (size: number): void => {
    const larger = Buffer.allocUnsafeSlow(Math.min(limit, size) + 2);
    loaded.buffer.copy(larger, 0, 0, loaded.length);
    loaded.buffer = larger;
  };

  return (path) => {
    const file = openSync(path, flags);
    loaded.length = 0;
    try {
      for (;;) {
        // One byte is kept for the zero at the end.
        const room = loaded.buffer.length - 1 - loaded.length;
        const read = readSync(file, loaded.buffer, loaded.length, room, null);
        loaded.length += read;
        // Only nothing is the end: some file systems give less than asked for.
        if (read === 0) break;
        if (read < room) continue;
        const { size } = fstatSync(file);
        if (loaded.length > limit) {
          loaded.size = Math.max(size, loaded.length);
          loaded.length = limit;
          loaded.buffer[limit] = 0;
          return loaded;
        }
        grow(Math.max(size, loaded.length * 2));
      }
      loaded.size = loaded.length;
      loaded.buffer[loaded.length] = 0;
      return loaded;
    } finally {
      closeSync(file);
    }
  };
};
