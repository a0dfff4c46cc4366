import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { Findings } from './findings.js';
import { Lexer } from './lexer.js';
import { Scopes } from './scopes.js';

/**
 * What a Ruby file requires, and the constants that it uses; it declares the classes, modules and constants that it
 * defines, by their full names. In which of its own modules a constant is used is not told: a file mostly has one.
 */
export const readRuby = (text: string, path: string, declare?: Declare): Specifier[] => {
  const findings = new Findings(text, path);
  const scopes = new Scopes(text, declare);
  new Lexer(text, findings, scopes).run();
  return findings.take(scopes.own);
};
