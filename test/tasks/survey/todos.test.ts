import { describe, expect, it } from 'vitest';
import { lookInto } from '../../../src/tasks/survey/look-into.js';

const todosIn = (path: string, ...lines: readonly string[]) =>
  lookInto(path, lines.join('\n')).todos.map(({ tag, line, text }) => `${line} ${tag} ${text}`);

describe('open TODOs', () => {
  it('are found in comments of every kind, with their line and words', () => {
    expect(
      todosIn(
        'a.ts',
        '// TODO: first',
        'const a = 1; // FIXME(bob): second',
        '/*',
        ' * XXX third',
        ' * nothing',
        ' * @todo HACK: fourth */',
      ),
    ).toEqual(['1 TODO first', '2 FIXME second', '4 XXX third', '6 HACK fourth']);
    expect(todosIn('a.py', '# TODO write this', 'x = 1')).toEqual(['1 TODO write this']);
    expect(todosIn('a.md', 'text', '<!-- TODO: explain -->')).toEqual(['2 TODO explain']);
    expect(todosIn('a.sql', '-- TODO: an index')).toEqual(['1 TODO an index']);
  });

  it('are not in strings, names and text, nor where tags themselves are spoken of', () => {
    expect(
      todosIn(
        'a.ts',
        "const text = '// TODO: no';",
        'const TODO = 1;',
        '// counts TODO and FIXME',
        '// a TODO list in the middle of a sentence',
        '// mktemp /tmp/XXXXXX',
        '// the todo list',
      ),
    ).toEqual([]);
    expect(todosIn('a.md', '# TODO', '', 'TODO: this is prose')).toEqual([]);
  });

  it('are cut where they are long', () => {
    const [found] = todosIn('a.ts', `// TODO ${'very '.repeat(100)}long`);
    expect(found.length).toBeLessThan(180);
    expect(found.endsWith('…')).toBe(true);
  });
});
