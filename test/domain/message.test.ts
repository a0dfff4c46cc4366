import { describe, expect, test } from 'vitest';
import {
  call,
  command,
  functionOf,
  libraryWords,
  option,
  say,
  setting,
  together,
  type Wording,
  without,
  worded,
} from '../../src/domain/message.js';

const shouting: Wording = {
  option: ({ option: name }) => name.toUpperCase(),
  without: ({ without: name }) => `WITHOUT ${name}`,
  call: ({ call: what }) => `CALL ${what}`,
  command: ({ command: words }) => `COMMAND ${words}`,
  functionOf: ({ functionOf: name }) => `FUNCTION ${name}`,
};

describe('a message', () => {
  test('names what it names as data, and its text is one piece in between', () => {
    expect(say`lower ${option('maxParallel')} below ${8}${'!'}`).toEqual([
      'lower ',
      { option: 'maxParallel' },
      ' below 8!',
    ]);
    expect(say`${option('reuse')}`).toEqual([{ option: 'reuse' }]);
    expect(say``).toEqual([]);
  });

  test('may stand in another', () => {
    const step = say`set ${setting('reuse', true)}`;
    expect(say`Or ${step}.`).toEqual(['Or set ', { option: 'reuse', value: true }, '.']);
    expect(together(['a', 'b', step, 1])).toEqual(['abset ', { option: 'reuse', value: true }, '1']);
  });

  test('is the same after a thread or a ledger', () => {
    const message = say`${call('run', setting('resume', '1a'))}, ${command('runs')}, ${functionOf('task')}, ${option('a', 'b', 2)}`;
    expect(structuredClone(message)).toEqual(message);
    expect(JSON.parse(JSON.stringify(message))).toEqual(message);
  });

  test('is in the words of the library by default', () => {
    expect(worded(say`${option('limits', 'gpu')} and ${option('cases', 2, 'name')}`)).toBe(
      'limits.gpu and cases[2].name',
    );
    expect(worded(say`${setting('reuse', true)} or ${setting('tokens', 'estimate')}`)).toBe(
      "reuse: true or tokens: 'estimate'",
    );
    expect(worded(say`${call('run', setting('resume', '1a'))} ${call('experiment')}`)).toBe(
      "execute({ resume: '1a' }) experiment()",
    );
    expect(worded(say`${command('runs')} ${functionOf('task')}`)).toBe('`subplan runs` execute({ resume, task })');
    expect(worded(say`${without('ledger')}`)).toBe('leave out ledger');
    expect(worded('maxTokens', libraryWords)).toBe('maxTokens');
  });

  test('has the words of each surface, and only for what it names as data', () => {
    const message = say`reuse: ${option('reuse')}, ${call('run')}, ${command('runs')}, ${functionOf('task')}, ${without('ledger')}`;
    expect(worded(message, shouting)).toBe('reuse: REUSE, CALL run, COMMAND runs, FUNCTION task, WITHOUT ledger');
    expect(worded('reuse', shouting)).toBe('reuse');
  });
});
