import { describe, expect, it } from 'vitest';
import { javascript } from '../../../src/languages/javascript/javascript.js';

const read = (text: string, path = 'a.tsx'): string[] => javascript.read(text, path).map(({ text }) => text);

describe('JSX', () => {
  it.each([
    ['text', "const a = <p>import y from 'y'; don't require('y') `</p>; import('x')"],
    ['text in a fragment', "const a = <>it's import('y')</>; import('x')"],
    ['text between elements', "const a = <p>it's <b>import('y')</b> isn't <br/> it's</p>; import('x')"],
    ['attributes', "const a = <a title=\"it's import('y')\" b='`' c />; import('x')"],
    ['a regular expression like closing tag', "return <a></a>; import('x')"],
    ['type arguments', "const a = <List<Item> render={(b) => <i>it's</i>} />; import('x')"],
    ['parentheses in text', "const a = <p>(it's import('y'))</p>; import('x')"],
  ])('%s is not code', (_, text) => expect(read(text)).toEqual(['x']));

  it('has code in braces', () => {
    const text =
      "const a = <A b={import('x')} {...require('y')}>it's {import('z')} {<b>it's</b>} it's</A>; import('w')";
    expect(read(text)).toEqual(['x', 'y', 'z', 'w']);
  });

  it('is known for what it is though nothing can be found behind its last braces', () => {
    expect(read("const a = <p>it's {import('x')}</p>")).toEqual(['x']);
  });

  it.each(['a.jsx', 'a.js', 'a.mjs', 'a.tsx'])('is read in %s', (path) => {
    expect(read("const a = <p>it's `</p>; import('x')", path)).toEqual(['x']);
  });
});

describe('type parameters where an element could stand', () => {
  it.each([
    ['with a comma', "const a = <T,>(b: T) => b; import('x')"],
    ['with a bound', "const a = <T extends B>(b: T) => b; import('x')"],
    ['with a default', "type A = <T = B>(b: T) => T; import('x')"],
    ['in a type', "type A = <T>(b: T) => void; import('x')"],
    ['in an interface', "interface A { <T>(b: T): void; b: <U>(c: U) => U }; import('x')"],
    ['that look like an element which is never closed', "const a = <T>b; import('x')"],
  ])('%s', (_, text) => expect(read(text)).toEqual(['x']));

  it('does not report what was only found because an element was seen that is none', () => {
    expect(read("const a = <T>' {import(`y`)} '; import('x')")).toEqual(['x']);
  });

  it('does not report twice what was read before an element turned out to be none', () => {
    expect(read("import 'w'; const a = <T>{import('x')}; import('y')")).toEqual(['w', 'x', 'y']);
  });
});
