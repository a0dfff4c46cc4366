import { mark } from '../lexing/characters.js';
import { isJoint, nameAt, skipSpace } from './tokens.js';

/** Takes one path of a `use`, and the name it goes by from there: `*` for all names of a module, `_` for none. */
export type TakeUse = (path: string, alias: string) => void;

/** Groups within groups repeat what stands before them, so that without bounds a text could grow by its square. */
const deepest = 32;
const longest = 1_000;

/**
 * Reads what follows the word `use`, one path at a time: `a::{b, c::{self, d as e}, f::*}` is `a::b`, `a::c`, `a::c::d`
 * and `a::f::*`. Says where it ended, which is where it stopped being a `use`.
 */
export const readUse = (text: string, from: number, take: TakeUse): number => {
  const groups: string[] = [];
  let path = '';
  for (let at = from; ; ) {
    at = skipSpace(text, at);
    const named = nameAt(text, at);
    if (named) {
      const { name } = named;
      at = skipSpace(text, named.end);
      // In a group, `self` is what stands before it.
      if (name !== 'self' || groups.length === 0 || path === '') path = joined(path, name);
      if (path.length > longest) return at;
      if (isJoint(text, at)) {
        at += 2;
        continue;
      }
      const alias = aliasAt(text, at);
      take(path, alias?.name ?? path.slice(path.lastIndexOf(':') + 1));
      if (alias) at = alias.end;
    } else {
      switch (text.charCodeAt(at)) {
        case mark.star:
          take(joined(path, '*'), '*');
          break;
        case mark.openBrace:
          if (groups.length === deepest) return at;
          groups.push(path);
          break;
        case mark.comma:
          if (groups.length === 0) return at;
          path = groups.at(-1)!;
          break;
        case mark.closeBrace:
          if (groups.pop() === undefined) return at;
          break;
        case mark.colon:
          if (path !== '' || !isJoint(text, at)) return at;
          path = '::';
          at++;
          break;
        default:
          return at;
      }
      at++;
    }
  }
};

const joined = (path: string, name: string): string =>
  path === '' || path === '::' ? `${path}${name}` : `${path}::${name}`;

const aliasAt = (text: string, from: number): ReturnType<typeof nameAt> => {
  const word = nameAt(text, from);
  return word?.name === 'as' ? nameAt(text, skipSpace(text, word.end)) : undefined;
};
