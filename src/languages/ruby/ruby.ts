import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readRuby } from './read.js';
import { rubyResolver } from './resolve.js';

export const ruby: Language = { endings, read: readRuby, resolver: rubyResolver };
