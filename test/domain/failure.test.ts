import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Finding, failureWords, problemIn, SubplanFailure } from '../../src/domain/failure.js';
import { libraryWords, option, say, setting, type Wording } from '../../src/domain/message.js';

const flags: Wording = { ...libraryWords, option: ({ option: name }) => `--${name}` };

const tooMany: Finding = {
  subject: option('limits', 'gpu'),
  expected: say`at most ${option('maxParallel')}`,
  received: '9',
};

const failure = new SubplanFailure({
  code: 'invalid-options',
  message: say`${option('maxTokens')} does not go with ${option('files')}`,
  nextStep: say`Leave ${setting('reuse', true)} away.`,
  problems: [tooMany, { field: 'case 3', expected: 'a name', received: 'nothing' }],
});

describe('a failure', () => {
  test('has its strings in the words of the library', () => {
    expect(failure.message).toBe(
      'maxTokens does not go with files\n  limits.gpu: expected at most maxParallel, got 9\n  case 3: expected a name, got nothing',
    );
    expect(failure.nextStep).toBe('Leave reuse: true away.');
    expect(failure.problems).toEqual([
      { field: 'limits.gpu', expected: 'at most maxParallel', received: '9' },
      { field: 'case 3', expected: 'a name', received: 'nothing' },
    ]);
  });

  test('is worded for another surface without looking at text', () => {
    expect(failureWords(failure, flags)).toEqual({
      message:
        '--maxTokens does not go with --files\n  --limits: expected at most --maxParallel, got 9\n  case 3: expected a name, got nothing',
      nextStep: 'Leave --reuse away.',
      problems: [
        { field: '--limits', expected: 'at most --maxParallel', received: '9' },
        { field: 'case 3', expected: 'a name', received: 'nothing' },
      ],
    });
  });

  test('may have its problems worded by a way of its own', () => {
    const { problems } = failureWords(failure, flags, (finding) => ({
      ...problemIn(flags)(finding),
      field: 'somewhere',
    }));
    expect(problems.map(({ field }) => field)).toEqual(['somewhere', 'somewhere']);
  });

  test('shows its words once where it is printed', () => {
    expect(Object.keys(failure)).not.toContain('data');
    expect(inspect(failure)).not.toContain('findings');
    expect(JSON.parse(JSON.stringify(failure))).toEqual({
      name: 'SubplanFailure',
      code: 'invalid-options',
      nextStep: failure.nextStep,
      problems: failure.problems,
    });
  });
});
