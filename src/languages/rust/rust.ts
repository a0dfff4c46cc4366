import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readRust } from './read.js';
import { rustResolver } from './resolve.js';

export const rust: Language = {
  endings,
  read: readRust,
  resolver: rustResolver,
};
