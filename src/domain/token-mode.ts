/**
 * How tokens are counted. `estimate`: from the text, by weights per language; `bytes`: bytes ÷ 4, the usual rule of
 * thumb; `exact`: by the tokenizer of the GPT-4o and later models (o200k_base), about thirty times slower.
 */
export const tokenModes = ['estimate', 'bytes', 'exact'] as const;
export type TokenMode = (typeof tokenModes)[number];
