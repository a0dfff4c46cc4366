import type { Specifier, SpecifierKind } from '../../../domain/specifier.js';
import { detachText } from '../../../util/detach-text.js';
import { unescaped } from './literal.js';

const size = 4096;
const pool: (Specifier | undefined)[] = new Array(size);

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * The specifier written at a place of a text. Projects write the same few thousand specifiers again and again, so the
 * last ones are kept and shared; a hit allocates nothing.
 */
export const specifierAt = (text: string, { from, to }: Place, kind: SpecifierKind): Specifier => {
  let hash = kind.length;
  let escaped = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) escaped = true;
    hash = (Math.imul(hash, 31) + code) | 0;
  }
  if (escaped) return { text: unescaped(text.slice(from, to)), kind };
  const slot = (hash ^ (hash >>> 12)) & (size - 1);
  const known = pool[slot];
  if (known?.kind === kind && known.text.length === to - from && text.startsWith(known.text, from)) return known;
  const made: Specifier = { text: detachText(text.slice(from, to)), kind };
  pool[slot] = made;
  return made;
};
