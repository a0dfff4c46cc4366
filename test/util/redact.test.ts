import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRedactor } from '../../src/util/redact.js';
import { rounds } from '../rounds.js';

const redact = makeRedactor({});
const alnum = (length: number): string => 'aB3xY9kQ7mZ2'.repeat(40).slice(0, length);
const pem = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${alnum(64)}\n${alnum(64)}\n`;

const secrets = [
  `sk-${alnum(40)}`,
  `sk-ant-api03-${alnum(80)}`,
  `sk-proj-${alnum(40)}`,
  `ghp_${alnum(36)}`,
  `gho_${alnum(36)}`,
  `github_pat_${alnum(60)}`,
  'AKIAIOSFODNN7EXAMPLE',
  `AIza${alnum(35)}`,
  `xoxb-123456789-${alnum(20)}`,
  `glpat-${alnum(20)}`,
  `npm_${alnum(36)}`,
  `eyJ${alnum(20)}.eyJ${alnum(30)}.${alnum(30)}`,
];

describe('what looks like a key', () => {
  test.each(secrets)('is taken out: %s', (secret) => {
    expect(redact(`before ${secret} after`)).toBe('before [redacted] after');
    expect(redact(`x="${secret}"`)).toBe('x="[redacted]"');
  });

  test('a private key is taken out up to its last line', () => {
    expect(redact(`a\n${pem}-----END RSA PRIVATE KEY-----\nb`)).toBe('a\n[redacted]-----END RSA PRIVATE KEY-----\nb');
  });

  test('of a header and of an address only the secret is taken out', () => {
    expect(redact(`Authorization: Bearer ${alnum(30)}`)).toBe('Authorization: Bearer [redacted]');
    expect(redact('https://me:hunter2@example.org/x')).toBe('https://me:[redacted]@example.org/x');
  });

  test.each([
    createHash('sha1').update('x').digest('hex'),
    createHash('sha256').update('x').digest('hex'),
    randomUUID(),
    'src/run/sk-learn-like-names-that-are-long.py',
    'node_modules/npm_config/index.js',
    'the bearer of this letter has understood it',
    'http://localhost:8080/a@b',
    '12:30:45 user@example.org',
    'disk-usage-monitoring-service-2024',
    'task-force-of-more-than-twenty-letters',
    'AKIA',
  ])('no false alarm: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('values of variables with secret names', () => {
  const env = {
    OPENAI_API_KEY: 'correct horse battery',
    MY_TOKEN: 'abcdefgh12345678',
    DB_PASSWORD: 'p+(w$[or]d\\',
    SECRET_FLAG: 'true',
    SHORT_TOKEN: 'abc',
    MAX_TOKENS: '100000000',
    GIT_AUTHOR_NAME: 'Somebody Important',
    SSH_AUTH_SOCK: '/tmp/ssh-agent.sock',
    KEYBOARD: 'some-layout',
    HOME: '/home/somebody',
  };
  const own = makeRedactor(env);

  test('are taken out wherever they stand', () => {
    expect(own('a correct horse battery b')).toBe('a [redacted] b');
    expect(own('xabcdefgh12345678y p+(w$[or]d\\!')).toBe('x[redacted]y [redacted]!');
  });

  test('names and words that tell nothing stay', () => {
    const text = 'true abc 100000000 Somebody Important /tmp/ssh-agent.sock some-layout /home/somebody';
    expect(own(text)).toBe(text);
  });

  test('a text in pieces comes out as if it were whole, however it is cut', () => {
    const words = [
      'hello',
      'Bearer',
      'bearer ',
      `Bearer ${alnum(30)}`,
      ' ',
      '\n',
      '-----',
      'sk-',
      '://a:b@',
      'é',
      ...secrets,
      pem,
    ];
    const piece = fc.oneof(fc.constantFrom(...words, ...Object.values(env)), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 40 })), (pieces, sizes) => {
        const text = pieces.join('');
        const stream = own.stream();
        let shown = '';
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % (sizes.length || 1)] ?? 7;
          shown += stream.push(text.slice(at, at + size));
          at += size;
        }
        expect(shown + stream.end()).toBe(own(text));
      }),
      rounds(400),
    );
  });

  test('whole lines are not held back', () => {
    const stream = own.stream();
    expect(stream.push('one\ntwo\nthr')).toBe('one\ntwo\n');
    expect(stream.push('ee\n')).toBe('three\n');
    expect(stream.push('a '.repeat(50_000)).length).toBe(100_000);
    expect(stream.end()).toBe('');
  });

  test('what has no blanks is held back within a bound', () => {
    const stream = own.stream();
    let shown = 0;
    for (let i = 0; i < 100; i++) shown += stream.push('x'.repeat(65_536)).length;
    expect(6_553_600 - shown).toBeLessThan(40_000);
  });
});

test('a secret is known in JSON too, where its quotes and ends of lines look different', () => {
  const secret = 'pa"ss\\word\n12345';
  const redact = makeRedactor({ DB_PASSWORD: secret });
  expect(redact(JSON.stringify({ k: secret }))).toBe('{"k":"[redacted]"}');
});
