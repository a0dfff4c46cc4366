import { describe, expect, test } from 'vitest';
import { folderOf } from '../test-folder.js';
import { cli } from './world.js';

const project = (more: Record<string, string> = {}): string => folderOf({ 'a.js': '1', 'b.js': '2', ...more });
const reportOf = async (cwd: string, ...words: string[]) => {
  const { code, out, err } = await cli(['run', '--no-ledger', '--no-config', '--json', ...words], { cwd });
  const events = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return { code, err, events, ended: events.at(-1) };
};

describe('what is said of --exec', () => {
  test('holds for --repair: it is the same work again', async () => {
    const cwd = project();
    const say = `echo "{\\"cost\\":5,\\"other\\":\\"$OTHER\\",\\"said\\":\\"$1\\"}"`;
    const { ended, events } = await reportOf(
      cwd,
      ...['--shell', '--exec', say.replace('$1', 'first'), '--repair', say.replace('$1', 'again')],
      ...[
        '--output-format',
        'json',
        '--spend',
        'usd=cost',
        '--accept',
        'grep -q again',
        '--depth',
        '2',
        '--env',
        'HOME',
      ],
    );
    expect(ended).toMatchObject({ status: 'succeeded', usage: { usd: 10 } });
    expect(events.filter(({ type }) => type === 'spent')).toHaveLength(2);
  });

  test('holds for --rollup-exec: it has a value too, and may spend', async () => {
    const cwd = project({ 'c/c.js': '3', 'd/d.js': '4' });
    const { ended, events } = await reportOf(
      cwd,
      ...['--shell', '--exec', 'echo "{\\"cost\\":5}"', '--rollup-exec', 'echo "{\\"cost\\":7}"'],
      ...['--spend', 'usd=cost', '--max-files', '2', '--min-files', '1'],
    );
    const { leaves, branches } = events[0];
    expect(branches).toBeGreaterThan(0);
    expect(ended).toMatchObject({ status: 'succeeded', usage: { usd: 5 * leaves + 7 * branches } });
  });
});

describe('what cannot work is refused before anything runs', () => {
  test.each([
    [
      ['--exec', 'wc', '--rate-limit-exit', 'abc'],
      /--rate-limit-exit: expected exit codes from 1 to 255.*got \["abc"\]/,
    ],
    [['--exec', 'wc', '--rate-limit-pattern', '('], /--rate-limit-pattern: expected a regular expression/],
    [['--exec', 'echo {prompt}'], /--prompt: expected to stand there with a template/],
    [['--exec', 'cat', '--stdin', 'prompt'], /--prompt: expected to stand there with a template/],
    [
      ['--exec', 'wc', '--spend', 'usd=a', '--output-format', 'text'],
      /--spend: expected to stand beside JSON or NDJSON/,
    ],
    [['--exec', "echo 'open"], /--exec: expected a command/],
    [['--shell'], /--shell: expected to stand beside --exec/],
    [['--task', 'a.js', '--exec', 'wc'], /--exec: expected to stand without --task/],
    [['--exec', 'wc', '--breadth', '1001'], /--breadth: expected a whole number from 1 to 1000, got 1001/],
    [['--exec', 'wc', '--depth', '2'], /--depth: expected/],
    [['--exec', 'wc', '--budget-usd', '0'], /--budget-usd: expected an amount above 0/],
    [['--exec', 'wc', '--requests-per-minute', '-1'], /--requests-per-minute: expected a number above 0/],
    [['--exec', 'wc', '--dry-run', '-o', 'x.json'], /--dry-run and --output exclude each other/],
    [['--exec', 'wc', '--dry-run', '--resume'], /--dry-run and --resume exclude each other/],
  ])('%j', async (words, message) => {
    const { code, err } = await cli(['run', ...words], { cwd: project() });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    // One thing is wrong, and one is told.
    expect(err.match(/: expected/g)?.length ?? 1).toBe(1);
  });
});

describe('a command that failed', () => {
  test('says that its service asks to wait also where much stands behind that', async () => {
    const exec = 'test -e done || { : > done; echo "limit 429"; yes long | head -c 9000; exit 1; }; echo fine';
    const { ended, events } = await reportOf(
      project(),
      ...['--shell', '--exec', exec, '--rate-limit-pattern', '429', '--backoff', '10ms'],
    );
    expect(ended.status).toBe('succeeded');
    expect(events.filter(({ type }) => type === 'slowed-down')).toHaveLength(1);
  });

  test('cannot hold up the run by what it says: a pattern that does not come to an end finds nothing', async () => {
    const exec = 'yes a | head -40 | tr -d "\\n" >&2; exit 1';
    const { ended } = await reportOf(project(), '--shell', '--exec', exec, '--rate-limit-pattern', '(a+)+$x');
    expect(ended.status).toBe('failed');
  });
});

test('a budget that nobody reports to is warned of', async () => {
  const { events } = await reportOf(project(), '--exec', 'echo hi', '--budget-tokens', '100');
  const warnings = events.flatMap(({ type, message }) => (type === 'warning' ? [message] : []));
  expect(warnings).toEqual([expect.stringMatching(/reported no tokens.*holds nothing back/)]);
});

test('what a command says to judge a value is the feedback, from both of its outputs', async () => {
  const { events } = await reportOf(
    project(),
    ...['--shell', '--exec', 'echo x', '--accept', 'echo details; echo noise >&2; exit 1', '--depth', '2'],
  );
  const [first] = events.filter(({ type }) => type === 'sampled');
  expect(first.feedback).toBe('details\nnoise');
});

test('--dry-run prints what would be run, and leaves nothing behind', async () => {
  const cwd = project({ 'review.md': 'Goal: {goal}. Files:\n{files}' });
  const words = [
    '--exec',
    'agent --read {label}',
    '--prompt',
    'review.md',
    '--goal',
    'find bugs',
    '--accept',
    'npm test',
  ];
  const { code, out } = await cli(
    ['run', ...words, '--breadth', '2', '--usd-per-mtok', '3', '--exclude', '*.md', '--dry-run', '-v'],
    { cwd },
  );
  expect(code).toBe(0);
  expect(out).toContain('agent --read project');
  expect(out).toContain('    Goal: find bugs. Files:\n    - a.js\n    - b.js');
  expect(out).toContain('values are accepted by `npm test`');
  expect(out).toMatch(/nothing was run: 1 leaf: about \d+ tokens to read, about \$0\.\d+; up to 2 times that/);
  const { readdirSync } = await import('node:fs');
  expect(readdirSync(cwd).sort()).toEqual(['a.js', 'b.js', 'review.md']);
});
