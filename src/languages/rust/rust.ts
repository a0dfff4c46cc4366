import type { Language } from '../language.js';
import { readRust } from './read.js';
import { rustResolver } from './resolve.js';

export const rust: Language = {
  endings: { '.rs': 'rust' },
  read: readRust,
  resolver: rustResolver,
};
