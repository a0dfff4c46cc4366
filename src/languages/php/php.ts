import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readPhp } from './read.js';
import { phpResolver } from './resolve.js';

export const php: Language = { endings, read: readPhp, resolver: phpResolver };
