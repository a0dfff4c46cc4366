import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { Walk } from './walk.js';

/**
 * What a Rust file mentions: the files of its modules (`mod x;`), the paths of its `use`s, each alone, what it includes,
 * and paths that it writes out where it uses them. All conditions (`#[cfg]`) count: which hold depends on a build that is
 * not known here. So does what stands between the braces of a macro that is used (`cfg_if!`), but for code that is
 * quoted for others; of what a macro's definition holds, only paths that begin at the crate.
 */
export const readRust = (text: string, _path: string, declare?: Declare): Specifier[] =>
  new Walk(text, declare).toEnd();
