import type { Specifier } from '../../domain/specifier.js';
import type { Declare } from '../language.js';
import { CodeReader } from './code-reader.js';

/**
 * The using directives of a C# file as imports, and the names it uses as names: those that may be types, by how they
 * are written and by what stands before and after. Which of them are is for the resolver to find out. A chain `A.B.C`
 * is kept whole, since A may be a namespace; an attribute `[Test]` goes as `[Test`, since it may mean TestAttribute.
 */
export const readCsharp = (text: string, _path: string, declare: Declare = () => {}): Specifier[] =>
  new CodeReader(text, declare).read();
