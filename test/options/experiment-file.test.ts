import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { option } from '../../src/domain/message.js';
import { SubplanFailure } from '../../src/index.js';
import { readExperimentFile } from '../../src/options/experiment-file.js';
import { growth, linear } from '../growth.js';
import { rounds } from '../rounds.js';

const read = (text: string, name = 'experiment.yaml') => readExperimentFile(text, name).options;

const refused = (text: string): SubplanFailure => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof SubplanFailure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

const problems = (text: string): string[] => refused(text).message.split('\n').slice(1);

/** A sound file, with more lines at its end: they begin on line 4. */
const sound = 'cases: [{ id: a, input: 1 }]\narms: { x: {}, y: {} }\ntask: ./t.mjs\n';

describe('an experiment file', () => {
  it('becomes options of the library', () => {
    const text = `
name: skills
goal: all of it
cases:
  - id: login
    input: "text: \\u00e9"
    expected: 42
  - id: 007
    input: { any: [value, null, true, 1.5] }
arms:
  without: { model: small }
  with: { model: small, skill-set: [a] }
  bare:
replications: 5
task:
  exec: agent -p {input} --model {setting.model}
  output: json
  env: [HOME]
  spends: { usd: cost }
  rateLimit: { exitCodes: [75] }
  version: "1"
score: equals
interleave: random
isolation: { copy: ./fixture, keep: failed }
unchanged: [./prompts]
confidence: 0.9
maxParallel: 4
timeout: 5m
backoffMs: 250
retries: 1
budget: { tokens: 2M, usd: 5, time: 2h }
requestsPerMinute: 60
ledger: false
`;
    expect(read(text)).toEqual({
      name: 'skills',
      goal: 'all of it',
      cases: [
        { id: 'login', input: 'text: é', expected: 42 },
        { id: '007', input: { any: ['value', null, true, 1.5] } },
      ],
      arms: [
        { name: 'without', settings: { model: 'small' } },
        { name: 'with', settings: { model: 'small', 'skill-set': ['a'] } },
        { name: 'bare' },
      ],
      replications: 5,
      task: {
        exec: 'agent -p {input} --model {setting.model}',
        output: 'json',
        env: ['HOME'],
        spends: { usd: 'cost' },
        rateLimit: { exitCodes: [75] },
        version: '1',
      },
      score: 'equals',
      interleave: 'random',
      isolation: { copy: './fixture', keep: 'failed' },
      unchanged: ['./prompts'],
      confidence: 0.9,
      maxParallel: 4,
      timeoutMs: 300_000,
      backoffMs: 250,
      retries: 1,
      budget: { tokens: 2_000_000, usd: 5, timeMs: 7_200_000 },
      requestsPerMinute: 60,
      ledger: false,
    });
  });

  it('may be JSON, indented by tabs too', () => {
    const options = { cases: [{ id: 'a', input: 'x' }], arms: [{ name: 'm', settings: { k: 1 } }], task: './t.mjs' };
    for (const indent of [undefined, 2, '\t']) {
      expect(read(JSON.stringify(options, null, indent), 'experiment.json')).toEqual(options);
    }
  });

  it('takes names with dashes as well as those of the library', () => {
    const dashed = `${sound}max-parallel: 50%\nrequests-per-minute: 6\nthread-heap-mb: 64\nbudget: { per-attempt: { usd: 1 }, usd: 2 }\n`;
    expect(read(dashed)).toEqual({
      ...read(sound),
      ...{ maxParallel: '50%', requestsPerMinute: 6, threadHeapMb: 64, budget: { perAttempt: { usd: 1 }, usd: 2 } },
    });
    const command = 'cases: c.csv\narms: { a: {} }\ntask: { exec: x, rate-limit: { exit-codes: [9] } }\n';
    expect(read(command).task).toEqual({ exec: 'x', rateLimit: { exitCodes: [9] } });
  });

  it('may name a file of cases, which is not read here', () => {
    for (const file of ['./cases.jsonl', 'c.json', 'c.yml', 'C.CSV']) {
      expect(read(`cases: ${file}\narms: { a: {} }\ntask: ./t.mjs`).cases).toEqual({ file });
    }
    expect(problems('cases: ./cases.txt\narms: { a: {} }\ntask: ./t.mjs')).toEqual([
      '  experiment.yaml:1:1 cases: expected a list of cases, one or more, or a file of them that ends in .json, .jsonl, .ndjson, .yaml, .yml, .csv, got "./cases.txt"',
    ]);
  });

  it('may name the same thing in several places', () => {
    const { arms } = read(
      'cases: c.csv\ntask: ./t.mjs\narms:\n  a: &base { m: 1 }\n  b: *base\n  c: { deep: *base }\n',
    );
    expect(arms).toEqual([
      { name: 'a', settings: { m: 1 } },
      { name: 'b', settings: { m: 1 } },
      { name: 'c', settings: { deep: { m: 1 } } },
    ]);
  });

  it('takes an alias as often as it is written', () => {
    const cases = Array.from({ length: 300 }, (_, i) => `  - { id: ${i}, input: *long }`);
    const text = `goal: &long text\narms: { a: {} }\ntask: ./t.mjs\ncases:\n${cases.join('\n')}\n`;
    expect(read(text).cases).toHaveLength(300);
  });

  it('keeps the digits of an id or a name that is written as a number', () => {
    const text = 'cases: [{ id: 1.0, input: 1 }, { id: 0x1F, input: 2 }]\narms: [{ name: 4.10 }]\ntask: ./t.mjs';
    const { cases, arms } = read(text);
    expect(cases).toEqual([
      { id: '1.0', input: 1 },
      { id: '0x1F', input: 2 },
    ]);
    expect(arms).toEqual([{ name: '4.10' }]);
  });

  it('reads words as YAML 1.2 does, whatever version it says it is of', () => {
    const text =
      '%YAML 1.1\n---\ncases: [{ id: yes, input: [no, on, 2020-01-01, 1_000, 0o10] }]\narms: { a: {} }\ntask: t.js';
    expect(read(text).cases).toEqual([{ id: 'yes', input: ['no', 'on', '2020-01-01', '1_000', 8] }]);
  });

  it('keeps names that mean something to objects from doing harm', () => {
    const text =
      'cases: [{ id: a, input: { __proto__: { evil: 1 } } }]\narms: { __proto__: { b: 1 }, constructor: {} }\ntask: t.js';
    const { cases, arms } = read(text);
    expect(JSON.stringify(cases)).toBe('[{"id":"a","input":{"__proto__":{"evil":1}}}]');
    expect(arms.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
    expect(problems(`${sound}__proto__: { retries: 1 }`)[0]).toContain(
      'experiment.yaml:4:1 __proto__: expected one of name,',
    );
  });

  it('places what is found wrong with its options later', () => {
    const { placed } = readExperimentFile(
      'cases: c.csv\narms:\n  "a b": {}\n  c: {}\nmax-parallel: 2\ntask: t.js\n',
      'e.yaml',
    );
    const subjects = [option('budget', 'usd'), option('maxParallel'), option('arms', 1, 'name'), option('arms', 0)];
    const found = subjects.map((subject) => ({ subject, expected: 'e', received: 'r' }));
    expect(placed(found).map(({ field }) => field)).toEqual([
      'e.yaml:1:1 budget.usd',
      'e.yaml:3:3 arms["a b"]',
      'e.yaml:4:3 arms.c.name',
      'e.yaml:5:1 max-parallel',
    ]);
  });
});

describe('what is wrong with an experiment file', () => {
  it('is listed all at once, in the order of the file, each with line and column, field, what was expected and what came', () => {
    const failure = refused(`
names: x
cases:
  - id: a
    input: 1
  - { id: a, inputs: 2 }
  - id: true
  - 5
arms:
  - name: x
    model: 5
  - { name: x }
  - { name: " ", settings: [1] }
replications: 0
max-parallel: 0
timeout: 300
backoff: -1s
task: { exe: foo }
score: equal
isolation: { copy: a, worktree: b, keep: sometimes }
confidence: .nan
budget: { time: soon, token: 4 }
unchanged: ./p
retries: "1"
`);
    expect(failure.code).toBe('invalid-options');
    expect(failure.nextStep).toBe('Correct experiment.yaml. Nothing was done.');
    expect(failure.message.split('\n')).toEqual([
      'experiment.yaml cannot be used, it has 22 problems',
      '  experiment.yaml:2:1 names: expected no such field (did you mean name?), got "x"',
      '  experiment.yaml:6:7 cases[1].id: expected another id than cases[0] has, got "a"',
      '  experiment.yaml:6:14 cases[1].inputs: expected no such field (did you mean input?), got 2',
      '  experiment.yaml:7:5 cases[2].id: expected a text that is not empty, got true',
      '  experiment.yaml:7:5 cases[2].input: expected any value, got nothing',
      '  experiment.yaml:8:5 cases[3]: expected an object with id, input, expected, got 5',
      '  experiment.yaml:11:5 arms[0].model: expected one of name, settings, got 5',
      '  experiment.yaml:12:7 arms[1].name: expected another name than arms[0] has, got "x"',
      '  experiment.yaml:13:7 arms[2].name: expected a text that is not empty, got " "',
      '  experiment.yaml:14:1 replications: expected a whole number from 1 to 100000, got 0',
      '  experiment.yaml:15:1 max-parallel: expected a whole number from 1 to 65536, or a share of the cores such as "50%", got 0',
      '  experiment.yaml:16:1 timeout: expected a duration, such as 500ms, 30s or 5m, got 300',
      '  experiment.yaml:17:1 backoff: expected a duration from 0 to 2147483647ms, such as 500ms, 30s or 5m, got -1000',
      '  experiment.yaml:18:9 task.exe: expected no such field (did you mean exec?), got "foo"',
      '  experiment.yaml:19:1 score: expected "value", "equals", "contains", the path of a module such as ./score.mjs, or a command as { exec: … }, got "equal"',
      '  experiment.yaml:20:1 isolation: expected either copy or worktree, got both',
      '  experiment.yaml:20:36 isolation.keep: expected one of "never", "failed", "always", got "sometimes"',
      '  experiment.yaml:21:13 confidence: expected a number that JSON can hold, got .nan',
      '  experiment.yaml:22:11 budget.time: expected a duration, such as 500ms, 30s or 5m, got "soon"',
      '  experiment.yaml:22:23 budget.token: expected no such field (did you mean tokens?), got 4',
      '  experiment.yaml:23:1 unchanged: expected a list of paths, got "./p"',
      '  experiment.yaml:24:1 retries: expected a whole number, 0 or more, got "1"',
    ]);
  });

  it.each([
    ['', 'experiment.yaml:1:1: expected an object with cases, arms, task, got nothing'],
    ['# only a comment', 'experiment.yaml:1:1: expected an object with cases, arms, task, got nothing'],
    ['- a', 'experiment.yaml:1:1: expected an object with cases, arms, task, got ["a"]'],
    ['a: 1\n\tb: 2', 'experiment.yaml:2:1: expected YAML or JSON, got "b: 2": Tabs are not allowed as indentation'],
    ['a: [1, 2', 'experiment.yaml:1:9: expected YAML or JSON, got "a: [1, 2": Flow sequence'],
    ['a: 1\n---\nb: 2', 'experiment.yaml:2:1: expected one document, got a second one'],
    ['a: !secret 1', 'experiment.yaml:1:4: expected YAML or JSON, got "a: !secret 1": Unresolved tag: !secret'],
    ['a: !!binary aGk=', 'Unresolved tag: tag:yaml.org,2002:binary'],
    ['%YAML 9.9\n---\na: 1', 'Unsupported YAML version 9.9'],
    ['a: *b', 'experiment.yaml:1:4 a: expected an alias of an anchor above it, got *b'],
    ['a: &a [*a]', 'experiment.yaml:1:8 a[0]: expected an alias that does not stand inside of what it means, got *a'],
    ['? [a]\n: 1', 'experiment.yaml:1:3: expected a text as a key, got "? [a]"'],
    [
      `${sound}task: u.mjs`,
      'experiment.yaml:4:1 task: expected each key once (it stands on line 3 already), got "task"',
    ],
    [
      'cases: [{ id: a, input: { 1: x, "1": y } }]\narms: { a: {} }\ntask: t.js',
      'experiment.yaml:1:33 cases[0].input["1"]: expected each key once (it stands on line 1 already), got "1"',
    ],
    [
      'x: &x { m: 1 }\narms: { a: { <<: *x } }',
      'experiment.yaml:2:14 arms.a["<<"]: expected no merge key, which YAML 1.2 does not have (write the keys out), got <<',
    ],
    [`${sound}retries: .inf`, 'experiment.yaml:4:10 retries: expected a number that JSON can hold, got .inf'],
    [
      'cases: [{ id: a, input: 12345678901234567890 }]',
      'experiment.yaml:1:25 cases[0].input: expected a number of at most 15 digits, or a text in quotes, got 12345678901234567890',
    ],
    [
      `${sound}max-parallel: 2\nmaxParallel: 3`,
      'experiment.yaml:5:1 maxParallel: expected one of max-parallel and maxParallel',
    ],
    [`${sound}timeout: 5m\ntimeoutMs: 3`, 'experiment.yaml:5:1 timeoutMs: expected one of timeout and timeoutMs'],
    [
      `${sound}timeout: 0s`,
      'experiment.yaml:4:1 timeout: expected a duration from 1ms to 2147483647ms, such as 500ms, 30s or 5m, got 0',
    ],
    [
      `${sound}max-parralel: 2`,
      'experiment.yaml:4:1 max-parralel: expected no such field (did you mean maxParallel?), got 2',
    ],
    [`${sound}timeuot: 2s`, 'timeuot: expected no such field (did you mean timeout?)'],
    [`${sound}resume: true`, 'experiment.yaml:4:1 resume: expected one of name, goal, cases,'],
    [`${sound}isolation: {}`, 'experiment.yaml:4:1 isolation: expected either copy or worktree, got none of them'],
    [`${sound}isolation: { copy: a, ref: b }`, 'isolation.ref: expected to stand beside worktree, got copy'],
    [`${sound}budget: {}`, 'experiment.yaml:4:1 budget: expected tokens, usd or timeMs, got none of them'],
    [`${sound}budget:\n  usd: 0`, 'experiment.yaml:5:3 budget.usd: expected a number above 0, such as 20, got 0'],
    [
      `${sound}score: {}`,
      'experiment.yaml:4:1 score.exec: expected a command as text, or its words in a list, got nothing',
    ],
    [
      `${sound}score:\n  exec: a\n  output: jsn`,
      'experiment.yaml:6:3 score.output: expected "text", "json" or "ndjson", got "jsn"',
    ],
    [`${sound}score:\n  exec: a "b`, 'experiment.yaml:5:3 score.exec: expected words as a shell would read them'],
    [`${sound}score:\n  exec: a\n  schema: {}`, 'experiment.yaml:6:3 score.schema: expected one of exec, shell,'],
    ['cases: []\narms: {}\ntask: ""', 'experiment.yaml:1:1 cases: expected a list of cases, one or more'],
    ['cases: c.csv\narms: []\ntask: t', 'experiment.yaml:2:1 arms: expected arms, one or more'],
    ['cases: c.csv\narms: { a: 5 }\ntask: t', 'experiment.yaml:2:9 arms.a: expected settings by name, got 5'],
    [
      'cases: c.csv\narms: [{ settings: {} }]\ntask: t',
      'experiment.yaml:2:8 arms[0].name: expected a text that is not empty, got nothing',
    ],
    ['arms: { a: {} }\ntask: t', 'experiment.yaml:1:1 cases: expected a list of cases'],
  ])('%j is told', (text, told) => {
    expect(problems(text).join('\n')).toContain(told);
  });

  it('is one thing where a name is misspelt, not two', () => {
    expect(problems('cases: c.csv\narms: { a: {} }\ntasks: t')).toHaveLength(1);
    expect(problems('cases: [{ id: a, imput: 1 }]\narms: { a: {} }\ntask: t')).toHaveLength(1);
  });

  it('is one thing where an option is given twice, whatever its values are', () => {
    expect(problems(`${sound}max-parallel: 0\nmaxParallel: 3`)).toEqual([
      '  experiment.yaml:5:1 maxParallel: expected one of max-parallel and maxParallel, which say the same, got 3',
    ]);
  });

  it('is shortened beyond fifty, and counted', () => {
    const many = Array.from({ length: 80 }, (_, i) => `wrong-${i}: 1\n`).join('');
    const failure = refused(sound + many);
    expect(failure.message).toContain('it has 80 problems, of which the first 50 are listed');
    expect(failure.problems).toHaveLength(50);
  });

  it('is told of files that would take all memory or the whole stack', () => {
    const letters = [...'abcdefghij'];
    const lines = letters.map((name, i) => `${name}: &${name} [${Array(9).fill(i ? `*${letters[i - 1]}` : 'lol')}]`);
    expect(problems(lines.join('\n'))).toEqual([
      expect.stringContaining('expected at most 4194304 characters with all aliases written out, got 1'),
    ]);
    const deep = (depth: number, inner = '') => '['.repeat(depth) + inner + ']'.repeat(depth);
    expect(problems(`a: ${deep(50_000)}`)[0]).toContain('expected at most 100 levels, one inside the other, got more');
    expect(problems('- '.repeat(50_000))[0]).toContain('expected at most 100 levels');
    expect(problems(`a: &a ${deep(60)}\nb: ${deep(60, '*a')}`).join()).toContain(
      'at most 100 levels, one inside the other, got 101',
    );
    expect(read(`cases: [{ id: a, input: ${deep(90)} }]\narms: { a: {} }\ntask: t`).cases).toHaveLength(1);
    expect(problems(`goal: ${'x'.repeat(5e6)}`)[0]).toContain('experiment.yaml: expected at most 4194304 characters');
  });

  it('is found in a time that grows no faster than the file', () => {
    const keys = (many: number) => Array.from({ length: many }, (_, i) => `  k${i}: 1\n`).join('');
    const file = (many: number) => `cases: c.csv\ntask: t\narms:\n a:\n${keys(many)}`;
    expect(growth(200, (many) => void read(file(many)))).toBeLessThan(linear);
  });

  it('is refused whatever it is, never crashed on', () => {
    const piece = fc.constantFrom(
      ...[
        'cases',
        'arms',
        'task',
        'id',
        'input',
        ': ',
        '\n',
        '  ',
        '- ',
        '{',
        '}',
        '[',
        ']',
        ', ',
        '"',
        "'",
        '&a ',
        '*a',
        '|',
      ],
      ...['!x ', '? ', '#', '%', '---\n', '1', '.nan', 'null', 'a', '\t', '\r\n', '\u0000', '\ufeff', '\ud800'],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        for (const whole of [any, sound + any, `cases: c.csv\ntask: t\narms:\n  ${any}`]) {
          try {
            readExperimentFile(whole, 'e.yaml');
          } catch (error) {
            expect(error).toBeInstanceOf(SubplanFailure);
            for (const { field } of (error as SubplanFailure).problems) expect(field).toMatch(/^e\.yaml:\d+:\d+/);
          }
        }
      }),
      rounds(250),
    );
  });

  it('is nothing where any JSON is the input of a case, and it comes back as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2, '\t'), (input, indent) => {
        const options = { cases: [{ id: 'a', input, expected: input }], arms: [{ name: 'm' }], task: 't.mjs' };
        const text = JSON.stringify(options, null, indent);
        fc.pre(!/\d{16}/.test(text));
        expect(read(text, 'e.json')).toEqual(JSON.parse(text));
      }),
    );
  });
});
