import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readCsharp } from './read.js';
import { csharpResolver } from './resolve.js';

export const csharp: Language = {
  endings,
  importsPackages: true,
  read: readCsharp,
  resolver: csharpResolver,
};
