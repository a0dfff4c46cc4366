import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

const said = '(?:message|nextStep|expected|because)';
const matching = new RegExp(
  String.raw`\b${said}\s*\.(?:replace|replaceAll|includes|startsWith|endsWith|match|search|indexOf)\(|\.(?:test|exec)\([\w.]*\b${said}\)`,
);

test('no code looks for words in what was said to a user', () => {
  expect('failure.nextStep.replace(/maxTokens/, flag)').toMatch(matching);
  expect('/^at most/.test(problem.expected)').toMatch(matching);
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /^(?:cli|options|report|engine|run|ledger|schedule|experiment|plan|history)/.test(path) && path.endsWith('.ts'),
    )
    .filter((path) => matching.test(readFileSync(join(source, path), 'utf8')));
  expect(found).toEqual([]);
});
