import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SubplanFailure } from '../../src/index.js';
import { readCases } from '../../src/options/experiment-file/read-cases.js';

const problems = (text: string, name: string): string[] => {
  try {
    readCases(text, name);
  } catch (error) {
    if (error instanceof SubplanFailure) return error.message.split('\n').slice(1);
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('a file of cases', () => {
  it('is a list in JSON or YAML', () => {
    const cases = [
      { id: 'a', input: { deep: [1] }, expected: null },
      { id: 'b', input: 'x' },
    ];
    expect(readCases(JSON.stringify(cases, null, '\t'), 'c.json')).toEqual(cases);
    const yaml = '- id: a\n  input: { deep: [1] }\n  expected: null\n- { id: b, input: x }\n';
    for (const name of ['c.yaml', 'c.yml', 'folder.csv/C.YAML']) expect(readCases(yaml, name)).toEqual(cases);
  });

  it('is JSON on each line, empty lines aside', () => {
    const text = '\ufeff{"id":"a","input":1}\r\n\r\n{"id":7,"input":[],"expected":{"x":1}}\n';
    for (const name of ['c.jsonl', 'c.ndjson']) {
      expect(readCases(text, name)).toEqual([
        { id: 'a', input: 1 },
        { id: '7', input: [], expected: { x: 1 } },
      ]);
    }
  });

  it('is a table with a heading, whose cells are text', () => {
    const text = '\ufeff"id",input,expected\r\n1,"say ""hi"",\r\nnow",42\r\n\r\n002,,\r\n';
    expect(readCases(text, 'c.csv')).toEqual([
      { id: '1', input: 'say "hi",\r\nnow', expected: '42' },
      { id: '002', input: '' },
    ]);
  });

  it('is a table whose other columns are the input where none is called that', () => {
    expect(readCases('expected, question ,id,__proto__\nyes,q,a,p', 'c.csv')).toEqual([
      {
        id: 'a',
        input: Object.fromEntries([
          ['question', 'q'],
          ['__proto__', 'p'],
        ]),
        expected: 'yes',
      },
    ]);
    expect(readCases('id\na\nb', 'c.csv')).toEqual([
      { id: 'a', input: {} },
      { id: 'b', input: {} },
    ]);
  });

  it.each([
    ['c.txt', '', 'c.txt: expected a name that ends in .json, .jsonl, .ndjson, .yaml, .yml, .csv, got "c.txt"'],
    ['c.json', '[]', 'c.json: expected one case or more, got none'],
    ['c.json', '{"a": 1}', 'c.json:1:1: expected a list of cases, got {"a":1}'],
    [
      'c.json',
      '[{"id":"a","input":1},\n{"id":"a","input":1}]',
      'c.json:2:2 [1].id: expected another id than [0] has, got "a"',
    ],
    [
      'c.json',
      '[{"id":"a","input":1,\n"id":"b"}]',
      'c.json:2:1 [0].id: expected each key once (it stands on line 1 already), got "id"',
    ],
    ['c.yaml', '- id: a\n  input: .nan', 'c.yaml:2:10 [0].input: expected a number that JSON can hold, got .nan'],
    ['c.jsonl', '\n\n', 'c.jsonl: expected one case or more, got none'],
    [
      'c.jsonl',
      '\n{"id":"a","input":1}\n{"id":"a","input":1}',
      'c.jsonl:3 id: expected another id than line 2 has, got "a"',
    ],
    ['c.jsonl', '{"id":"a"}', 'c.jsonl:1 input: expected any value, got nothing'],
    [
      'c.jsonl',
      '{"id":"a","input":1,"expect":2}',
      'c.jsonl:1 expect: expected no such field (did you mean expected?), got 2',
    ],
    ['c.jsonl', '[\n', 'c.jsonl:1: expected JSON, got "["'],
    ['c.jsonl', '[1]', 'c.jsonl:1: expected an object with id, input, expected, got [1]'],
    ['c.jsonl', '{"id":"a","input":1,"\\u0069d":"b"}', 'c.jsonl:1: expected each key once, got "id" twice'],
    [
      'c.jsonl',
      '{"id":"a","input":{"b":"\\\\\\"","x":[{"y":1,"y" : 2}]}}',
      'c.jsonl:1: expected each key once, got "y" twice',
    ],
    [
      'c.jsonl',
      '{"id":"a","input":[-12345678901234567890]}',
      'c.jsonl:1: expected a number of at most 15 digits, or a text in quotes, got -12345678901234567890',
    ],
    [
      'c.jsonl',
      `{"id":"a","input":${'['.repeat(200)}${']'.repeat(200)}}`,
      'c.jsonl:1: expected at most 100 levels, one inside the other, got more',
    ],
    ['c.csv', '', 'c.csv: expected one case or more, got none'],
    ['c.csv', 'id,input', 'c.csv: expected one case or more, got none'],
    ['c.csv', 'name;input\na;b', 'c.csv:1: expected a heading with the column id, got name;input'],
    ['c.csv', 'id,,x\na,b,c', 'c.csv:1: expected a name for each column, got id, , x'],
    ['c.csv', 'id,x, x\na,b,c', 'c.csv:1: expected each column once, got x twice'],
    [
      'c.csv',
      'id,input,note\na,b,c',
      'c.csv:1: expected no columns besides id, input and expected where there is an input, got note',
    ],
    ['c.csv', 'id,x\n"a\nb",1\nc,1,2', 'c.csv:4: expected 2 cells, as in the heading, got 3'],
    ['c.csv', 'id,x\na,1\na,2\n ,3', 'c.csv:3 id: expected another id than line 2 has, got "a"'],
    ['c.csv', 'id,x\n,3', 'c.csv:2 id: expected a text that is not empty, got ""'],
    ['c.csv', 'id,x\na,"b\nc', 'c.csv:2: expected an end to the quotes that begin here, got "\\"b\\nc"'],
    [
      'c.csv',
      'id,x\na,b "c"',
      'c.csv:2: expected quotes around the whole of a cell that has quotes in it, and those doubled, got "b \\"c\\""',
    ],
    ['c.csv', 'id,x\na,"b" c', 'c.csv:2: expected quotes around the whole of a cell'],
    ['c.csv', 'id,x\ra,b\r', 'c.csv:1: expected lines that end with a line feed'],
  ])('%s of %j is refused, with its line', (name, text, told) => {
    expect(problems(text, name).join('\n')).toContain(told);
  });

  it('is refused with all that is wrong with it, in the order of its lines', () => {
    expect(problems('{bad}\n{"id":"a"}\n5\n{"id":" ","input":1}', 'c.jsonl').map((line) => line.split(':')[1])).toEqual(
      ['1', '2 input', '3', '4 id'],
    );
  });

  it('is read whatever texts stand in its cells', () => {
    const id = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '');
    const cases = fc.uniqueArray(fc.record({ id, input: fc.string({ unit: 'binary' }) }), {
      ...{ minLength: 1, selector: (one) => one.id },
    });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(cases, fc.constantFrom('\n', '\r\n'), (list, end) => {
        const rows = list.map((one) => [one.id, one.input].map(quoted).join(','));
        expect(readCases(['id,input', ...rows].join(end), 'c.csv')).toEqual(list);
        expect(readCases(list.map((one) => JSON.stringify(one)).join(end), 'c.jsonl')).toEqual(list);
      }),
    );
  });

  it('is refused whatever it is, never crashed on', () => {
    const piece = fc.constantFrom(
      'id',
      'input',
      ',',
      '"',
      '\n',
      '\r',
      '{',
      '}',
      '[',
      ']',
      ':',
      '1',
      'a',
      ' ',
      '\\',
      '- ',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('c.csv', 'c.jsonl', 'c.json'), (any, name) => {
        try {
          readCases(any, name);
        } catch (error) {
          expect(error).toBeInstanceOf(SubplanFailure);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('may hold texts of megabytes', () => {
    const long = '"\\'.repeat(1_000_000);
    expect(readCases(JSON.stringify({ id: 'a', input: long }), 'c.jsonl')[0].input).toHaveLength(long.length);
    expect(readCases(`id,input\na,"${long.replaceAll('"', '""')}"`, 'c.csv')[0].input).toHaveLength(long.length);
  });
});
