import type { Language } from '../language.js';
import { readC } from './read.js';
import { cResolver } from './resolve.js';

/** C and C++, and what is compiled like them: Objective-C and CUDA. A `.h` file may be any of them and goes as C. */
export const c: Language = {
  endings: {
    '.c': 'c',
    '.h': 'c',
    '.inl': 'cpp',
    '.ipp': 'cpp',
    '.tcc': 'cpp',
    '.cc': 'cpp',
    '.cpp': 'cpp',
    '.cxx': 'cpp',
    '.hh': 'cpp',
    '.hpp': 'cpp',
    '.hxx': 'cpp',
    '.m': 'objective-c',
    '.mm': 'objective-c',
    '.cu': 'cuda',
    '.cuh': 'cuda',
  },
  read: readC,
  resolver: cResolver,
};
