import type { Language } from '../language.js';
import { endings } from './endings.js';
import { readJava } from './java.js';
import { readKotlin } from './kotlin.js';
import { jvmResolver } from './resolve.js';

/** Java and Kotlin are one: their files name each other's classes, and packages may hold both. */
export const jvm: Language = {
  endings,
  importsPackages: true,
  read: (text, path, declare) =>
    /\.java$/i.test(path) ? readJava(text, path, declare) : readKotlin(text, path, declare),
  resolver: jvmResolver,
};
