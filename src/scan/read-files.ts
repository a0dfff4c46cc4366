import type { LeftOut, LeftOutReason, ScannedFile } from '../domain/inventory.js';
import type { Language } from '../languages/language.js';
import { errorCode } from '../util/error-code.js';
import { createFileBuffer, type Loaded } from './file-buffer.js';
import { createIntern } from './intern.js';
import { createLanguageOf } from './language-of.js';
import { reasonByText } from './reason-by-text.js';

export interface ReadOptions {
  readonly root: string;
  readonly keep: ReadonlySet<LeftOutReason>;
  readonly maxFileBytes: number;
  readonly countTokens: (text: string, language: string, bytes: number) => number;
  readonly languages: readonly Language[];
}

export interface Chunk {
  readonly files: readonly ScannedFile[];
  readonly leftOut: readonly LeftOut[];
}

/** A NUL in these first bytes makes a file binary: what git looks at, too. */
const binaryHead = 8_000;

/** The most that is read of a file where `keep` brings oversized ones back. The tokens of the rest are projected. */
const mostRead = 64 * 1_024 * 1_024;

/**
 * Makes the function that reads a chunk of paths, in their order. Its answer depends on the paths and the files alone
 * (the buffer and the shared specifiers inside are not to be seen), so chunks could be read on several threads.
 */
export const createReader = (options: ReadOptions): ((paths: readonly string[]) => Chunk) => {
  const { root, keep, maxFileBytes, countTokens, languages } = options;
  const limit = keep.has('oversized') ? Math.max(mostRead, maxFileBytes) : maxFileBytes;
  const load = createFileBuffer(limit);
  const languageOf = createLanguageOf(languages);
  const intern = createIntern();
  const nothing: readonly string[] = Object.freeze([]);

  const examine = (path: string, { buffer, length, size }: Loaded): ScannedFile | LeftOut => {
    if (size > maxFileBytes && !keep.has('oversized')) {
      return { path, reason: 'oversized', detail: `${size} bytes, more than ${maxFileBytes}` };
    }
    const zero = buffer.indexOf(0); // There is one behind the last byte, so nothing older is found.
    if (zero < length && zero < binaryHead && !keep.has('binary')) {
      return { path, reason: 'binary', detail: `first NUL byte at ${zero}` };
    }
    const { name, language } = languageOf(path);
    const text = decode(buffer, length);
    const against = reasonByText({ path, text, language: name }, keep);
    if (against) return { path, ...against };
    const counted = countTokens(text, name, length);
    let declared: Set<string> | undefined;
    const declare = (given: string): void => {
      declared ??= new Set();
      declared.add(intern.name(given));
    };
    return {
      path,
      bytes: size,
      tokens: length === size ? counted : Math.round((counted * size) / length),
      language: name,
      specifiers: intern.specifiers(language ? language.read(text, path, declare) : []),
      declares: declared ? [...declared] : nothing,
    };
  };

  return (paths) => {
    const files: ScannedFile[] = [];
    const leftOut: LeftOut[] = [];
    for (const path of paths) {
      let loaded: Loaded;
      try {
        loaded = load(`${root}/${path}`);
      } catch (error) {
        const code = errorCode(error);
        // Deleted since it was listed: not part of the project any more.
        if (code !== 'ENOENT') leftOut.push({ path, reason: 'unreadable', detail: code });
        continue;
      }
      const found = examine(path, loaded);
      if ('reason' in found) leftOut.push(found);
      else files.push(found);
    }
    return { files, leftOut };
  };
};

/** Without the mark that some editors put in front of UTF-8. */
const decode = (buffer: Buffer, length: number): string => {
  const marked = length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  return buffer.toString('utf8', marked ? 3 : 0, length);
};
