import { expect, it, vi } from 'vitest';
import { tokenCounter } from '../../src/scan/tokens.js';

vi.mock('gpt-tokenizer/encoding/o200k_base', () => {
  throw new Error('Cannot find package');
});

it('a tokenizer that is not installed is a failure with a next step, and only for exact', async () => {
  await expect(tokenCounter('exact')).rejects.toMatchObject({
    name: 'SubplanFailure',
    code: 'tokenizer-missing',
    nextStep: expect.stringContaining('npm i gpt-tokenizer'),
  });
  expect((await tokenCounter('estimate'))('text', 'other', 4)).toBe(1);
});
