import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TokenMode } from '../../src/domain/token-mode.js';
import { buildAutomaton } from '../../src/scan/tokens/automaton.js';
import { languageWeights, pairWeights } from '../../src/scan/tokens/weights.js';
import { estimateFromBytes, tokenCounter } from '../../src/scan/tokens.js';

const modes: readonly TokenMode[] = ['estimate', 'bytes', 'exact'];
const counters = new Map(await Promise.all(modes.map(async (mode) => [mode, await tokenCounter(mode)] as const)));
const count = (mode: TokenMode, text: string, language = 'typescript'): number =>
  counters.get(mode)!(text, language, Buffer.byteLength(text));

const anyLanguage = fc.oneof(
  fc.constantFrom('typescript', 'python', 'vue', 'other', 'general', 'constructor', '__proto__', ''),
  fc.string(),
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  // Any code units at all: lone surrogates and NULs among them.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 }).map((codes) => String.fromCharCode(...codes)),
);

describe.each(modes)('tokens by %s', (mode) => {
  it('are 0 for an empty text', () => {
    expect(count(mode, '')).toBe(0);
  });

  it('are a whole number of at least 1 for any other text, in any language, and the same each time', () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        const tokens = count(mode, text, language);
        expect(Number.isSafeInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(text === '' ? 0 : 1);
        expect(count(mode, text, language)).toBe(tokens);
      }),
    );
  });

  it.each([
    ['one letter', 'a'],
    ['spaces', ' '],
    ['newlines', '\n'],
    ['punctuation', '!'],
    ['emoji', '😀'],
    ['ideographs', '漢字'],
    ['halves of surrogate pairs', '\ud800'],
  ])(
    'take no time to speak of for a megabyte of %s',
    (_what, unit) => {
      expect(count(mode, unit.repeat(1_000_000 / unit.length))).toBeGreaterThan(0);
    },
    5_000,
  );

  it('take names of special tokens for text', () => {
    expect(count(mode, '<|endoftext|> <|im_start|>')).toBeGreaterThan(2);
  });
});

it('the estimate is set up once in a process', async () => {
  expect(await tokenCounter('estimate')).toBe(counters.get('estimate'));
});

describe('exact tokens', () => {
  it('are those of o200k_base', async () => {
    const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(count('exact', text)).toBe(encode(text, { disallowedSpecial: new Set() }).length);
      }),
    );
  });

  it('are hardly changed by cutting a run that is too long', () => {
    const word = 'incomprehensibilities';
    const one = count('exact', word);
    expect(count('exact', word.repeat(200)) / (200 * one)).toBeCloseTo(1, 0);
  });
});

describe('estimated tokens', () => {
  it('of a long text are scaled up from samples of it', () => {
    const part = 'export const answer = (question: string): number => question.length * 42;\n';
    const [short, long] = [count('estimate', part.repeat(100)), count('estimate', part.repeat(10_000))];
    expect(Math.abs(long / (100 * short) - 1)).toBeLessThan(0.02);
  });

  it('have a weight for every feature and every pair of letters', () => {
    const { features } = buildAutomaton();
    expect(pairWeights).toHaveLength(26 * 26);
    for (const weights of Object.values(languageWeights)) expect(weights.features).toHaveLength(features.length);
  });

  it('come from the size alone where there is no text', () => {
    expect(estimateFromBytes(0, 'typescript')).toBe(0);
    expect(estimateFromBytes(1, 'typescript')).toBe(1);
    expect(estimateFromBytes(4_000, 'no such language')).toBeGreaterThan(700);
    expect(estimateFromBytes(4_000, 'no such language')).toBeLessThan(1_600);
  });
});

describe('a file that is not UTF-8', () => {
  // Each byte that cannot be decoded becomes one character, so such a text is as long as its file, like plain ASCII.
  const latin1 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

  it('has a count like any other, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'Z', ' ', '\n', '{', '7', '\ufffd'), { minLength: 1, maxLength: 4_000 }),
        (parts) => {
          const text = parts.join('');
          const tokens = counters.get('estimate')!(text, 'c', text.length);
          expect(Number.isInteger(tokens) && tokens >= 1).toBe(true);
        },
      ),
    );
  });

  it('counts about as much as it would in ASCII', () => {
    const line = '/* déjà vu: größe */ int value = compute(value, 42);\n';
    const [odd, plain] = [
      latin1(line.repeat(60)),
      line
        .normalize('NFD')
        .replace(/[^\n -~]/g, '')
        .repeat(60),
    ];
    const ratio = counters.get('estimate')!(odd, 'c', odd.length) / counters.get('estimate')!(plain, 'c', plain.length);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.5);
  });
});
