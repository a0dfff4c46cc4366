import { describe, expect, it } from 'vitest';
import { decomposeFlags } from '../../src/cli/settings/decompose-flags.js';
import { executeFlags } from '../../src/cli/settings/execute-flags.js';
import { envName, givenName, longName } from '../../src/cli/settings/flag.js';
import { gatherSettings } from '../../src/cli/settings/settings.js';
import {
  readBytes,
  readCount,
  readDuration,
  readHeap,
  readLimits,
  readList,
  readSwitch,
} from '../../src/cli/settings/values.js';
import { planViewFlags, runViewFlags } from '../../src/cli/settings/view-flags.js';
import { resolveDecompose } from '../../src/options/resolve-decompose.js';
import { resolveExecute } from '../../src/options/resolve-execute.js';
import { folderOf } from '../test-folder.js';
import { cli, groups, splitDown } from './world.js';

describe('values', () => {
  it.each([
    ['30000', 30_000],
    ['30k', 30_000],
    ['30_000', 30_000],
    ['30,000', 30_000],
    ['1.1k', 1_100],
    ['2M', 2_000_000],
    ['-5', -5],
    ['abc', 'abc'],
    ['', ''],
    ['3x', '3x'],
    ['1e3', '1e3'],
    ['3,0', '3,0'],
  ])('a count of %j is %j', (text, value) => {
    expect(readCount(text)).toBe(value);
  });

  it.each([
    ['1MiB', 1_048_576],
    ['500kB', 500_000],
    ['1.5 KiB', 1_536],
    ['7', 7],
    ['1 furlong', '1 furlong'],
  ])('a size of %j is %j', (text, value) => {
    expect(readBytes(text)).toBe(value);
  });

  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['0', 0],
    ['30', '30'],
    ['-1s', -1000],
    ['soon', 'soon'],
    ['', ''],
  ])('a duration of %j is %j', (text, value) => {
    expect(readDuration(text)).toBe(value);
  });

  it.each([
    ['512MiB', 512],
    ['2GiB', 2048],
    ['512', 512],
    ['500MB', 476],
    ['much', 'much'],
  ])('a heap of %j is %j', (text, value) => {
    expect(readHeap(text)).toBe(value);
  });

  it('limits are names and numbers; what is not is left to be refused', () => {
    expect(readLimits(['gpu=1', ' a=b = 4'])).toEqual({ gpu: 1, a: 'b = 4' });
    expect(readLimits(['gpu=one'])).toEqual({ gpu: 'one' });
    expect(readLimits(['gpu'])).toEqual(['gpu']);
    expect(readLimits(['=3'])).toEqual(['=3']);
  });

  it('a list is split at commas, not in braces', () => {
    expect(readList('src/{a,b}/**, lib/**,')).toEqual(['src/{a,b}/**', 'lib/**']);
  });

  it('a switch is on, off, or a mistake', () => {
    expect(['1', 'TRUE', 'yes', '', '0', 'off', 'maybe'].map(readSwitch)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      undefined,
    ]);
  });
});

describe('every option of the library', () => {
  it('has a flag, but for those that only code can give', () => {
    // What leaves are sized by comes of `leaves` and `minFiles`.
    const { bounds, sizing: _, ...rest } = resolveDecompose({});
    const names = [...Object.keys(bounds), 'leaves', ...Object.keys(rest)];
    const coded = ['root', 'files', 'previous', 'signal', 'onProgress'];
    expect(decomposeFlags.map(({ option }) => option).sort()).toEqual(
      names.filter((name) => !coded.includes(name)).sort(),
    );
    const executing = Object.keys(resolveExecute({ task: () => 1 }, 2));
    const codedToo = ['signal', 'captureOutput', 'given'];
    expect([...new Set(executeFlags.map(({ option }) => option as string))].sort()).toEqual(
      [...executing.filter((name) => !codedToo.includes(name)), 'resume', 'retryFailed'].sort(),
    );
  });

  const values: Record<string, [text: string, value: unknown]> = {
    ...{
      minFiles: ['3', 3],
      maxDepth: ['4', 4],
      maxChildren: ['5', 5],
      maxTokens: ['30k', 30_000],
      maxFiles: ['50', 50],
    },
    ...{
      include: ['src/**', ['src/**']],
      exclude: ['docs/{a,b}', ['docs/{a,b}']],
      roles: ['source,test', ['source', 'test']],
      keep: ['lock,binary', ['lock', 'binary']],
    },
    ...{
      maxFileBytes: ['1kB', 1000],
      tokens: ['bytes', 'bytes'],
      leaves: ['12', 12],
      tests: ['apart', 'apart'],
      strategy: ['directory', 'directory'],
      seed: ['-7', -7],
      goal: ['a, b', 'a, b'],
    },
    ...{
      task: ['review.js', 'review.js'],
      maxParallel: ['50%', '50%'],
      limits: ['gpu=1,api=4', { gpu: 1, api: 4 }],
      threads: ['2', 2],
      threadHeapMb: ['2GiB', 2048],
      order: ['plan', 'plan'],
    },
    ...{
      onFailure: ['5', 5],
      retries: ['3', 3],
      backoffMs: ['500ms', 500],
      timeoutMs: ['5m', 300_000],
      graceMs: ['0', 0],
    },
    ...{ ledger: ['runs.db', 'runs.db'], reuse: ['1', true] },
    ...{
      'task.exec': ['wc {files}', 'wc {files}'],
      'task.shell': ['1', true],
      'task.prompt': ['review.md', 'review.md'],
      'task.stdin': ['json', 'json'],
      'task.output': ['ndjson', 'ndjson'],
      'task.env': ['HOME,AWS_*', ['HOME', 'AWS_*']],
      'task.version': ['2', '2'],
      'task.spends': ['usd=cost,tokens=a.b+c', { usd: 'cost', tokens: 'a.b+c' }],
      'task.rateLimit.exitCodes': ['75,76', [75, 76]],
      'task.rateLimit.pattern': ['/429/i', '/429/i'],
      'rollUp.exec': ['cat', 'cat'],
    },
    ...{
      requestsPerMinute: ['60', 60],
      tokensPerMinute: ['100k', 100_000],
      usdPerMillionTokens: ['$3.5', 3.5],
      'budget.usd': ['0.5', 0.5],
      'budget.tokens': ['5M', 5_000_000],
      'budget.timeMs': ['8h', 28_800_000],
    },
    ...{
      'sampling.breadth': ['4', 4],
      'sampling.depth': ['2', 2],
      'sampling.accept': ['npm test', 'npm test'],
      'sampling.repair': ['fix {files}', 'fix {files}'],
      'sampling.select': ['last', 'last'],
      'sampling.pick': ['lowest', 'lowest'],
    },
  };

  const configurable = [...new Set([...decomposeFlags, ...executeFlags])].filter((flag) => !flag.isOnlyFlag);

  const whole = configurable.filter(({ part }) => part === undefined);
  const parts = configurable.filter(({ part }) => part !== undefined);

  it.each(parts)('$option.$part: flag before environment before configuration', (flag) => {
    const name = `${flag.option}.${flag.part}`;
    const [text, value] = values[name];
    const given = { [givenName(flag)]: flag.many ? [text] : text };
    const env = { [envName(flag)]: text };
    const other = { name: 'subplan.config.json', options: { [flag.option]: { other: 1 } } };
    const none = { name: undefined, options: {} };
    const results = [
      gatherSettings([flag], { given, env: { [envName(flag)]: 'other' }, config: other }),
      gatherSettings([flag], { given: {}, env, config: other }),
      gatherSettings([flag], { given: {}, env: {}, config: other }),
      gatherSettings([flag], { given: {}, env: {}, config: none }),
    ];
    const path = (flag.part ?? '').split('.');
    const partOf = (option: unknown) => path.reduce((at, step) => (at as never)?.[step], option);
    expect(results.map(({ options }) => partOf(options[flag.option]))).toEqual([value, value, undefined, undefined]);
    // What else the configuration has of it stays.
    expect(results.map(({ options }) => (options[flag.option] as { other?: number })?.other)).toEqual([
      ...[1, 1, 1, undefined],
    ]);
    expect(results.map(({ sources }) => sources.get(name)?.name)).toEqual([
      ...[longName(flag), envName(flag), undefined, undefined],
    ]);
  });

  it.each(whole)('$option: flag before environment before configuration', (flag) => {
    const [text, value] = values[flag.option];
    const given = { [givenName(flag)]: flag.many ? [text] : text };
    const env = { [envName(flag)]: text };
    const config = { name: 'subplan.config.json', options: { [flag.option]: value } };
    const none = { name: undefined, options: {} };
    const results = [
      gatherSettings([flag], { given, env, config }),
      gatherSettings([flag], { given: {}, env, config }),
      gatherSettings([flag], { given: {}, env: {}, config }),
      gatherSettings([flag], { given: {}, env: {}, config: none }),
    ];
    expect(results.map(({ options }) => options[flag.option])).toEqual([value, value, value, undefined]);
    expect(results.map(({ sources }) => sources.get(flag.option))).toEqual([
      { kind: 'flag', name: longName(flag) },
      { kind: 'variable', name: envName(flag) },
      { kind: 'config', name: 'subplan.config.json' },
      undefined,
    ]);
  });
});

describe('the environment', () => {
  it('sets what no flag sets', async () => {
    const cwd = folderOf(groups(3));
    const measures = async (argv: string[], env: Record<string, string>) =>
      JSON.parse((await cli(['plan', '--json', ...argv], { cwd, env })).out);
    expect((await measures([], { SUBPLAN_MAX_FILES: '7' })).bounds.maxFiles).toBe(7);
    expect((await measures(['--max-files', '8'], { SUBPLAN_MAX_FILES: '7' })).bounds.maxFiles).toBe(8);
    expect((await measures([], { SUBPLAN_EXCLUDE: 'g0/**,g1/**' })).measures.files).toBe(6);
    expect((await measures([], { SUBPLAN_MAX_FILES: '' })).bounds.maxFiles).toBe(undefined);
  });

  it('has a twin for each flag of the view', async () => {
    const cwd = folderOf({ ...groups(3), 'package-lock.json': '{}' });
    const with_ = (env: Record<string, string>) => cli(['plan', ...splitDown], { cwd, env });
    const ofRun = runViewFlags.filter((flag) => !planViewFlags.map(envName).includes(envName(flag)));
    expect(ofRun.map(envName)).toEqual(['SUBPLAN_DRY_RUN', 'SUBPLAN_NO_LEDGER']);
    expect(planViewFlags.map(envName)).toEqual(
      ['EXPLAIN', 'ALL', 'LEFT_OUT', 'JSON', 'OUTPUT', 'QUIET', 'VERBOSE', 'FRESH', 'NO_COLOR', 'NO_CONFIG'].map(
        (name) => `SUBPLAN_${name}`,
      ),
    );
    expect((await with_({ SUBPLAN_JSON: '1' })).out).toMatch(/^\{/);
    expect((await with_({ SUBPLAN_EXPLAIN: 'g1' })).out).toMatch(/^Leaf g1/);
    expect((await with_({ SUBPLAN_LEFT_OUT: 'yes' })).out).toContain('Left out, lock');
    expect((await with_({ SUBPLAN_OUTPUT: 'a.json,b.md' })).err).toBe('wrote a.json\nwrote b.md\n');
    expect((await with_({ SUBPLAN_QUIET: '1' })).out).not.toContain('Next:');
    expect((await with_({ SUBPLAN_VERBOSE: '1' })).out).toContain('settings');
    expect(await with_({ SUBPLAN_JSON: 'maybe' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/SUBPLAN_JSON: expected 1 or 0, got "maybe"/),
    });
  });

  it('is searched for typing mistakes', async () => {
    const { code, err } = await cli(['plan'], {
      cwd: folderOf(groups(1)),
      env: { SUBPLAN_MAX_TOKEN: '5', SUBPLAN_WHOLLY_OTHER: '1' },
    });
    expect(code).toBe(0);
    expect(err).toBe(
      'subplan: the variable SUBPLAN_MAX_TOKEN is not known and was ignored; did you mean SUBPLAN_MAX_TOKENS?\n',
    );
  });
});

describe('the configuration', () => {
  it.each([
    ['subplan.config.json', '{ "maxFiles": 9 }'],
    ['subplan.config.mjs', 'export default { maxFiles: 9 };'],
    ['subplan.config.js', 'module.exports = { maxFiles: 9 };'],
    ['subplan.config.cjs', 'module.exports = { maxFiles: 9 };'],
  ])('is read from %s in the root, and not with --no-config', async (name, text) => {
    const root = folderOf({ ...groups(2), [name]: text });
    const boundsOf = async (...flags: string[]) =>
      JSON.parse((await cli(['plan', root, '--json', ...flags])).out).bounds;
    expect((await boundsOf()).maxFiles).toBe(9);
    expect((await boundsOf('--no-config')).maxFiles).toBe(undefined);
  });

  it('may hold a strategy of its own', async () => {
    const text =
      'export default { minFiles: 1, strategy: (files) => files.length > 6 ? [0, 1].map((odd) => files.filter((_, i) => i % 2 === odd).map(({ path }) => path)) : undefined };';
    const { code, out } = await cli(['plan'], { cwd: folderOf({ ...groups(2), 'subplan.config.mjs': text }) });
    expect(code).toBe(0);
    expect(out).toContain('by own strategy');
  });

  it.each([
    [
      'an unknown option',
      { 'subplan.config.json': '{ "maxToken": 9 }' },
      /maxToken: expected no such option \(did you mean maxTokens\?\)/,
    ],
    [
      'an ending that is not read',
      { 'subplan.config.ts': '' },
      /subplan\.config\.ts is not read\n.*subplan\.config\.mjs/,
    ],
    ['an option for code', { 'subplan.config.json': '{ "root": ".." }' }, /root: expected one of maxTokens, /],
    [
      'a bad value',
      { 'subplan.config.json': '{ "maxTokens": 0 }' },
      /maxTokens in subplan\.config\.json: expected a whole number, 1 or more.*, got 0/,
    ],
    ['bad JSON', { 'subplan.config.json': '{' }, /subplan\.config\.json cannot be loaded/],
    [
      'no object',
      { 'subplan.config.mjs': 'export const maxTokens = 5;' },
      /expected an object of options .*, got undefined/,
    ],
    ['a module that throws', { 'subplan.config.mjs': 'throw new Error("my fault")' }, /cannot be loaded: my fault/],
    ['two of them', { 'subplan.config.json': '{}', 'subplan.config.mjs': 'export default {}' }, /2 configurations/],
  ])('is refused with %s', async (_, files, message) => {
    const { code, out, err } = await cli(['plan'], {
      cwd: folderOf({ ...groups(1), ...(files as Record<string, string>) }),
    });
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(message);
  });
});
