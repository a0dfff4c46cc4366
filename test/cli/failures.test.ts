import { describe, expect, it, vi } from 'vitest';
import { makePlan } from '../../src/engine/make-plan.js';
import { folderOf } from '../test-folder.js';
import { cli, engineWith, groups } from './world.js';

describe('bad usage ends with 2 and says what to do', () => {
  const refused = async (argv: string[], message: RegExp) => {
    const { code, out, err } = await cli(argv, {
      cwd: folderOf({ ...groups(1), 'file.txt': 'x', 'package.json': '{}' }),
    });
    expect(err).toMatch(message);
    expect(code).toBe(2);
    expect(out).toBe('');
  };

  it.each([
    ['--max-tokens', 'abc', /--max-tokens: expected a whole number, 1 or more, such as 30000 or 30k, got "abc"/],
    ['--max-tokens', '0', /--max-tokens: .*got 0/],
    ['--max-files', '1.5', /--max-files: .*got 1\.5/],
    ['--min-files', '-1', /--min-files: .*got -1/],
    ['--max-depth', 'NaN', /--max-depth: .*got "NaN"/],
    ['--max-children', '1', /--max-children: expected a whole number, 2 or more, got 1/],
    ['--keep', 'locks', /--keep: expected one or more of binary, .*got \["locks"\]/],
    ['--include', '', /--include: expected a glob/],
    ['--max-file-bytes', '1 furlong', /--max-file-bytes: expected a size .*got "1 furlong"/],
    ['--tokens', 'words', /--tokens: expected one of estimate, bytes, exact, got "words"/],
    ['--strategy', 'magic', /--strategy: expected one of auto, imports, directory, language, got "magic"/],
    ['--seed', 'x', /--seed: expected a whole number, got "x"/],
  ])('%s %j', async (flag, value, message) => {
    await refused(['plan', flag, value], message);
    await refused(['plan', flag, value], /subplan plan --help/);
  });

  it('all that is wrong is told at once', async () => {
    await refused(['plan', '--max-tokens', 'x', '--seed', 'y'], /2 settings are invalid\n.*--max-tokens.*\n.*--seed/);
  });

  it('two flags that cannot hold together', async () => {
    await refused(
      ['plan', '--min-files', '9', '--max-files', '3'],
      /--min-files: expected at most --max-files \(3\), got 9/,
    );
  });

  it('a mistyped flag or command', async () => {
    await refused(['plan', '--max-token', '5'], /unknown option '--max-token'\n\(Did you mean --max-tokens\?\)/);
    await refused(['pla'], /unknown command 'pla'\n\(Did you mean plan\?\)/);
    await refused(['plan', 'a', 'b'], /too many arguments/);
    await refused(['plan', '--max-tokens'], /argument missing/);
  });

  it('a folder where the command was forgotten', async () => {
    await refused(['g0'], /subplan plan g0/);
  });

  it('a root that does not exist, or is a file', async () => {
    await refused(['plan', 'nowhere'], /There is no folder .*nowhere.*\nCheck the path/);
    await refused(['plan', 'file.txt'], /"file\.txt" is neither a folder nor a plan/);
    await refused(['plan', 'package.json'], /"package\.json" is neither a folder nor a plan/);
    await refused(['plan', 'a\0b'], /a\\u0000b/);
  });
});

describe('help and version', () => {
  it.each([[[]], [['--help']], [['help']]])('%j prints help on stdout', async (argv) => {
    const { code, out, err } = await cli(argv);
    expect(code).toBe(0);
    expect(out).toMatch(/Usage: subplan/);
    expect(err).toBe('');
  });

  it('of plan has every flag, defaults, examples, environment, configuration and exit codes', async () => {
    const { out } = await cli(['plan', '--help', '--all']);
    for (const text of [
      '--max-tokens',
      '(default: 8)',
      'Examples:',
      'SUBPLAN_MAX_TOKENS',
      'subplan.config.json',
      'Exit codes:',
      '130',
    ]) {
      expect(out).toContain(text);
    }
  });

  it('--version is that of the package', async () => {
    expect((await cli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('nothing to do', () => {
  it('ends with 4 and says so', async () => {
    const { code, out, err } = await cli(['plan'], { cwd: folderOf({}) });
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(/nothing to do: there are no files in /);
  });

  it('says what was left out', async () => {
    const { code, err } = await cli(['plan'], { cwd: folderOf({ 'package-lock.json': '{}' }) });
    expect(code).toBe(4);
    expect(err).toMatch(/1 file in .*, all left out\.\n.*lock[\s\S]*package-lock\.json[\s\S]*--keep/);
  });

  it('still puts JSON on stdout where that was asked for', async () => {
    const { code, out } = await cli(['plan', '--json'], { cwd: folderOf({}) });
    expect(code).toBe(4);
    expect(JSON.parse(out).measures.files).toBe(0);
  });
});

describe('what nobody expects', () => {
  it('a bug ends with 70, its stack and the version', async () => {
    const engine = {
      makePlan: () => {
        throw new TypeError('x is \x1bnot a function');
      },
    };
    const { code, err } = await cli(['plan'], { cwd: folderOf(groups(1)), engine });
    expect(code).toBe(70);
    expect(err).toMatch(/this is a bug in subplan \d+\.\d+\.\d+/);
    expect(err).toMatch(/TypeError: x is \\x1bnot a function\n +at /);
  });

  it('a reader that went away ends quietly; a full disk does not', async () => {
    const cwd = folderOf(groups(1));
    const gone = await cli(['plan'], { cwd, stdoutError: Object.assign(new Error('gone'), { code: 'EPIPE' }) });
    expect(gone).toMatchObject({ code: 0, err: '' });
    const full = await cli(['plan'], { cwd, stdoutError: Object.assign(new Error('full'), { code: 'ENOSPC' }) });
    expect(full.code).toBe(2);
    expect(full.err).toMatch(/the output cannot be written \(ENOSPC\)/);
  });
});

describe('interrupts', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while scanning aborts the scan and ends with %i', async (signal, expected) => {
    let interrupt: (() => void) | undefined;
    let aborted: AbortSignal | undefined;
    const engine: { makePlan: typeof makePlan } = {
      makePlan: (options) => {
        aborted = options.signal;
        const { onProgress } = options;
        return makePlan({
          ...options,
          onProgress: (at) => {
            onProgress?.(at);
            if (at.phase === 'reading') interrupt?.();
          },
        });
      },
    };
    const { code, out, err, listeners } = await cli(['plan'], {
      cwd: folderOf(groups(2)),
      engine,
      stderr: { isTTY: true },
      onListening: (listener) => {
        interrupt = () => listener(signal);
      },
    });
    expect(code).toBe(expected);
    expect(aborted?.aborted).toBe(true);
    expect(out).toBe('');
    expect(err).toMatch(/\r\x1b\[Ksubplan: interrupted\n$/);
    expect(listeners).toBe(0);
  });

  it('are left to the system once nothing waits any more', async () => {
    let listening = true;
    const seen: Record<string, boolean> = {};
    const engine: { makePlan: typeof makePlan } = {
      makePlan: (options) =>
        makePlan({
          ...options,
          onProgress: (at) => {
            options.onProgress?.(at);
            seen[at.phase] = listening;
          },
        }),
    };
    const { run } = await import('../../src/cli/command-line.js');
    const sink = { write: (_: string, done?: () => void) => done?.() };
    const onInterrupt = vi.fn(() => () => {
      listening = false;
    });
    await run({
      argv: ['plan'],
      stdout: sink,
      stderr: sink,
      env: {},
      cwd: folderOf(groups(2)),
      now: () => 0,
      onInterrupt,
      every: () => () => {},
      ...engineWith(engine),
    });
    expect(seen).toMatchObject({ reading: true, resolving: false, clustering: false });
  });
});
