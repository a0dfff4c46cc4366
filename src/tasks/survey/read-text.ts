import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { UnreadReason } from '../../domain/survey.js';
import { errorCode } from '../../util/error-code.js';
import { isProjectPath } from '../../util/paths.js';

/** Above this a file is data, whatever its ending says. */
export const largestFile = 4 << 20;

export type ReadFile =
  | { readonly bytes: number; readonly text: string; readonly reason?: undefined }
  | { readonly bytes: number; readonly text?: undefined; readonly reason: UnreadReason };

/** A link that took the place of the file is not followed, and a pipe does not keep us waiting. Not on Windows. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file of the project, with `\n` at the end of its lines and without a byte order mark. Text that is not
 * UTF-8 is read as Latin-1, which is right for most of it. Never throws.
 */
export const readText = (root: string, path: string): ReadFile => {
  if (!isProjectPath(path)) return { bytes: 0, reason: 'unreadable' };
  let file: number | undefined;
  try {
    file = openSync(join(root, path), flags);
    const stat = fstatSync(file);
    if (!stat.isFile()) return { bytes: 0, reason: 'unreadable' };
    if (stat.size > largestFile) return { bytes: stat.size, reason: 'too-large' };
    return decoded(wholeOf(file, stat.size));
  } catch (error) {
    return { bytes: 0, reason: errorCode(error) === 'ENOENT' ? 'missing' : 'unreadable' };
  } finally {
    if (file !== undefined) closeSync(file);
  }
};

const wholeOf = (file: number, size: number): Buffer => {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const read = readSync(file, buffer, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
};

const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf16 = new TextDecoder('utf-16le');

const decoded = (buffer: Buffer): ReadFile => {
  const bytes = buffer.length;
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return { bytes, text: tidy(utf16.decode(buffer)) };
  if (buffer.includes(0)) return { bytes, reason: 'binary' };
  try {
    return { bytes, text: tidy(utf8.decode(buffer)) };
  } catch {
    return { bytes, text: tidy(buffer.toString('latin1')) };
  }
};

const tidy = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
