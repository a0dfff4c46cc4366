import type { TokenMode } from '../domain/token-mode.js';
import { bytesPerToken, estimator } from './tokens/estimate.js';
import { exactCounter } from './tokens/exact.js';

/** 0 for an empty text, otherwise a whole number of at least 1. Never throws. */
export type CountTokens = (text: string, language: string, bytes: number) => number;

/** Its tables take longer to make than a small project to read, and hold nothing of the texts they were used for. */
let sharedEstimator: CountTokens | undefined;

/** Only `exact` can fail: with `tokenizer-missing`, where the optional package is not installed. */
export const tokenCounter = async (mode: TokenMode): Promise<CountTokens> => {
  switch (mode) {
    case 'estimate':
      sharedEstimator ??= estimator();
      return sharedEstimator;
    case 'bytes':
      return (_text, _language, bytes) => Math.ceil(bytes / 4);
    case 'exact':
      return exactCounter();
  }
};

/** For files whose text is not at hand: too large to read, or given with their size only. */
export const estimateFromBytes = (bytes: number, language: string): number =>
  bytes > 0 ? Math.max(1, Math.round(bytes / bytesPerToken(language))) : 0;
