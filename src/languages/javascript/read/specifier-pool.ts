import type { Specifier, SpecifierKind } from '../../../domain/specifier.js';
import { hashStep } from '../../lexing/hash.js';
import { KnownSpecifiers } from '../../lexing/known-specifiers.js';
import { unescaped } from './literal.js';

const known = new KnownSpecifiers(12);
const backslash = 92;

interface Place {
  readonly from: number;
  readonly to: number;
}

/** The specifier written at a place of a text; one that is known allocates nothing. */
export const specifierAt = (text: string, { from, to }: Place, kind: SpecifierKind): Specifier => {
  // A text is often met with several kinds (`import` and `require`), which then have a slot each.
  let hash = kind.length;
  let escaped = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) escaped = true;
    hash = hashStep(hash, code);
  }
  if (escaped) return { text: unescaped(text.slice(from, to)), kind };
  const place = { from, to, hash };
  const slot = known.slotOf(hash);
  const found = known.find(slot, text, place);
  return found?.kind === kind ? found : known.put(slot, text, { place, kind });
};
