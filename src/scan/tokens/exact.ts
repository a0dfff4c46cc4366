import { SubplanFailure } from '../../domain/failure.js';
import { say, setting } from '../../domain/message.js';

type Tokenizer = Pick<typeof import('gpt-tokenizer/encoding/o200k_base'), 'countTokens' | 'clearMergeCache'>;

/** An optional peer, loaded on demand: it takes 27 MB of disk, 0.3 s and 70 MB of memory, and most never ask for it. */
const load = async (): Promise<Tokenizer> => {
  try {
    return await import('gpt-tokenizer/encoding/o200k_base');
  } catch (cause) {
    throw new SubplanFailure({
      code: 'tokenizer-missing',
      message: say`${setting('tokens', 'exact')} needs the package gpt-tokenizer, which could not be loaded`,
      nextStep: say`install it beside subplan with npm i gpt-tokenizer, or use ${setting('tokens', 'estimate')}`,
      cause,
    });
  }
};

/** Names such as <|endoftext|> in a file are text like any other. Without this the tokenizer throws on them. */
const asText = { disallowedSpecial: new Set<string>() };

/**
 * The tokenizer takes time quadratic in the length of a piece, and a piece is as long as a run of letters, of spaces or
 * of punctuation: 40 KB of one letter take 2.4 s. Runs longer than this are cut, at an error of at most a
 * token or so a cut; text that people write has none.
 */
const longestRun = 1_000;

const kindOf = (code: number): number => {
  if (code === 32 || (code >= 9 && code <= 13) || code === 0xa0) return 0;
  if (code >= 48 && code <= 57) return 1;
  if ((code | 32) >= 97 && (code | 32) <= 122) return 2;
  // Above ASCII everything counts as letters: too long a run is then seen too early, never too late.
  return code < 128 ? 3 : 2;
};

/** Where to cut `text` so that no run is too long. Never between the halves of a surrogate pair. */
const cutsOf = (text: string): number[] => {
  const cuts: number[] = [];
  let kind = -1;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const own = kindOf(text.charCodeAt(i));
    if (own !== kind) {
      kind = own;
      start = i;
    } else if (i - start >= longestRun && (text.charCodeAt(i) & 0xfc00) !== 0xdc00) {
      cuts.push(i);
      start = i;
    }
  }
  return cuts;
};

/** The cache of merges holds slices, and a slice keeps its whole file alive, so it is emptied now and then. */
const cacheFor = 1 << 25;

export const exactCounter = async (): Promise<(text: string) => number> => {
  const { countTokens, clearMergeCache } = await load();
  let seen = 0;
  return (text) => {
    seen += text.length;
    if (seen > cacheFor) {
      clearMergeCache();
      seen = text.length;
    }
    let tokens = 0;
    let from = 0;
    for (const cut of cutsOf(text)) {
      tokens += countTokens(text.slice(from, cut), asText);
      from = cut;
    }
    return tokens + countTokens(from === 0 ? text : text.slice(from), asText);
  };
};
