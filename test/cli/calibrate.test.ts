import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Interrupt } from '../../src/cli/world.js';
import { Calibration } from '../../src/engine/calibrate/calibration.js';
import { Calibrator } from '../../src/engine/calibrate/calibrator.js';
import type { CalibrateOptions } from '../../src/options/calibrate-options.js';
import type { CalibrateSettings } from '../../src/options/resolve-calibrate.js';
import * as events from '../report/runs.js';
import { folderOf } from '../test-folder.js';
import { ran, runIds } from './recorded.js';
import { begin, heard, type Script, ScriptedRun } from './scripted-run.js';
import { cli, groups, type Trial } from './world.js';

/** A configuration with a task in this process, behind which so many are served at once; each leaf is noted. */
const serving = (servers: number, more = ''): string => `
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
let free = ${servers};
const waiting = [];
module.exports = {
  exclude: ['subplan.config.*', '*.txt'],
  maxFiles: 1,
  minFiles: 1,
  ${more}
  task: {
    name: 'serve',
    version: '1',
    run: async (leaf, { root }) => {
      appendFileSync(join(root, 'ran.txt'), leaf.id + '\\n');
      if (free > 0) free--;
      else await new Promise((resolve) => waiting.push(resolve));
      await new Promise((resolve) => setTimeout(resolve, 2));
      const next = waiting.shift();
      if (next) next();
      else free++;
      return [leaf.id];
    },
  },
};`;

/**
 * More leaves than a step takes that has to be long, since times vary on a busy machine; and all of the same tokens, so
 * that steps are compared by leaves whatever the times are.
 */
const project = (leaves = 60): string => {
  const files = Array.from({ length: leaves }, (_, file) => [`f${file}.ts`, 'export const one = 1;\n']);
  return folderOf({ ...Object.fromEntries(files), 'ran.txt': '', 'subplan.config.cjs': serving(2) });
};

/** `subplan calibrate` in which only happens what a script says. */
const scripted = async (argv: readonly string[], script: Script, trial: Trial = {}) => {
  let given: CalibrateOptions | undefined;
  let asked: readonly string[] = [];
  const calibrateWith = ({ upTo, execute }: CalibrateSettings, plan: unknown) => {
    given = { ...execute.given, upTo } as CalibrateOptions;
    const run = new ScriptedRun(plan as never, given, script);
    asked = run.asked;
    const calibrator = new Calibrator({ upTo, tokensOf: () => 1, freeMemory: () => 0.5 });
    return new Calibration(Promise.resolve(run), Promise.resolve(calibrator));
  };
  const cwd = trial.cwd ?? folderOf({ ...groups(3), 'task.mjs': '' });
  const ended = await cli(['calibrate', ...argv], { ...trial, cwd, engine: { calibrateWith: calibrateWith as never } });
  return { ...ended, given, asked };
};

const over: Script = async (run) => {
  await begin(run);
  await run.end();
};

describe('subplan calibrate', () => {
  it('prints the steps, the choice with its reason and the command that goes on; that runs only the rest', async () => {
    const leaves = 120;
    const cwd = project(leaves);
    const { code, out, err } = await cli(['calibrate', '--up-to', '2'], { cwd });
    expect(code, err).toBe(0);
    const [id] = await runIds(cwd);
    expect(out).toMatch(/^at once +ended +failed +leaves\/s +gain +memory free\n1 +\d+ +0 +[\d.]+ +- +\d+ %.*\n2 +/);
    const [, chosen] = /^Choose -j (\d). \d at once do/m.exec(out) ?? [];
    expect(out).toMatch(new RegExp(`\nTo go on with the rest:\n {2}subplan run --resume ${id} -j ${chosen}\n$`));
    expect(err).toMatch(/^\d+ leaves, at most 1 at once\n/);
    expect(err).toMatch(/^at most 2 at once from here on$/m);
    expect(err).toMatch(/^stopping, nothing more starts: calibrated\. /m);
    expect(err).toMatch(new RegExp(`: stopped early: calibrated\\. [\\s\\S]*\n {2}run +${id}\n$`));

    const kept = ran(cwd);
    const again = await cli(['run', '--resume', id, '-j', String(chosen), '-q', '--json'], { cwd });
    expect(again.code, again.err).toBe(0);
    const rest = ran(cwd);
    expect(rest.length).toBeGreaterThan(0);
    expect(new Set([...kept, ...rest]).size).toBe(leaves);
    expect(kept.length + rest.length).toBe(leaves);
  });

  it('names the folder, the ledger and the project of a plan in that command', async () => {
    const root = project();
    const cwd = folderOf({ keep: '' });
    const there = await cli(['calibrate', root, '--up-to', '1', '--ledger', 'runs.db'], { cwd });
    expect(there.out).toMatch(new RegExp(`\n {2}subplan run ${root} --resume \\S+ --ledger runs\\.db -j 1\n$`));
    await cli(['plan', '-q', '-o', join(cwd, 'plan.json')], { cwd: root });
    const planned = await cli(['calibrate', 'plan.json', '--root', root, '--up-to', '1'], { cwd });
    expect(planned.out).toMatch(new RegExp(`\n {2}subplan run ${root} --resume \\S+ -j 1\n$`));
  });

  it('gives JSON to programs', async () => {
    const cwd = project();
    const { code, out } = await cli(['calibrate', '--json', '--up-to', '1'], { cwd });
    const [runId] = await runIds(cwd);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ format: 'subplan/calibration', version: 1, kind: 'chosen', maxParallel: 1, reason: 'up-to' },
      ...{ steps: [{ maxParallel: 1, failed: 0 }], runId, status: 'stopped', unit: 'leaves' },
      next: `subplan run --resume ${runId} -j 1`,
    });
  });

  it('is quiet with -q, and tells of each start with -v', async () => {
    const quiet = await cli(['calibrate', '-q', '--up-to', '1'], { cwd: project() });
    expect([quiet.err, quiet.code]).toEqual(['', 0]);
    expect(quiet.out).toMatch(/^Choose -j 1\. More than one at a time was not to be tried\.$/m);
    const verbose = await cli(['calibrate', '-v', '--up-to', '1'], { cwd: project() });
    expect(verbose.err).toMatch(/: started$/m);
  });

  it('records nothing with --no-ledger, and promises nothing', async () => {
    const cwd = project();
    const { code, out, err } = await cli(['calibrate', '--no-ledger', '--up-to', '1'], { cwd });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, '.subplan'))).toBe(false);
    expect(out + err).not.toMatch(/--resume|^ {2}run /m);
  });

  it('makes no choice where there are too few leaves, nor without any, and ends with 1 or 4', async () => {
    const few = folderOf({ ...groups(2), 'ran.txt': '', 'subplan.config.cjs': serving(2) });
    const { code, out } = await cli(['calibrate', '--max-files', '6', '--min-files', '5'], { cwd: few });
    expect(code).toBe(1);
    expect(out).toMatch(/\n\nNo choice was made\. There are too few leaves .*: 2 were run\.\n$/);
    const empty = await cli(['calibrate', '--exec', 'true'], { cwd: folderOf({ 'a.bin': '\0' }) });
    expect(empty).toMatchObject({ code: 4, out: '' });
    expect(empty.err).toMatch(/nothing to do/);
  });

  it('ends with 3 where a budget ends it', async () => {
    const exec = `echo '{"usd":1}'`;
    const flags = ['--shell', '--exec', exec, '--spend', 'usd=usd', '--budget-usd', '3', '--no-config'];
    const { code, out } = await cli(['calibrate', ...flags, '--max-files', '1', '--min-files', '1'], {
      cwd: project(),
    });
    expect(code).toBe(3);
    expect(out).toMatch(/^No choice was made\. The run was stopped before/m);
    expect(out).toMatch(/\n {2}subplan run --resume \S+\n$/);
  });
});

describe('what is calibrated', () => {
  it('has the flags of a run and a bound of its own, also from the environment and the configuration', async () => {
    const config = JSON.stringify({ upTo: 6, retries: 1, maxParallel: 5 });
    const cwd = folderOf({ ...groups(3), 'task.mjs': '', 'subplan.config.json': config });
    const flags = ['--task', 'task.mjs', '--threads', '2', '--requests-per-minute', '60'];
    const own = await scripted(flags, over, { cwd, env: { SUBPLAN_MAX_PARALLEL: '7' } });
    expect(own.given).toMatchObject({ task: pathToFileURL(join(cwd, 'task.mjs')), threads: 2, requestsPerMinute: 60 });
    expect(own.given).toMatchObject({ upTo: 6, retries: 1, ledger: true, root: cwd, captureOutput: true });
    // What is meant for runs is not meant here.
    expect(own.given).not.toHaveProperty('maxParallel');
    const env = { SUBPLAN_UP_TO: '7', SUBPLAN_RETRIES: '2' };
    expect((await scripted([], over, { cwd, env })).given).toMatchObject({ upTo: 7, retries: 2 });
    expect((await scripted(['--up-to', '8'], over, { cwd, env })).given).toMatchObject({ upTo: 8 });
    // One configuration serves all commands.
    expect((await cli(['plan', '-q'], { cwd })).code).toBe(0);
  });

  it.each([
    [['--up-to', '0'], /--up-to: expected a whole number from 1 to 65536, got 0/],
    [['--up-to', 'many'], /--up-to: expected .* got "many"/],
    [
      ['-j', '4'],
      /--max-parallel: expected no such flag here: it is what is looked for \(--up-to bounds it\), got "4"/,
    ],
    [['--resume'], /unknown option '--resume'/],
    [['--retries', '-1', '--task', 'none.js'], /2 settings are invalid[\s\S]*`subplan calibrate --help --all`/],
    [['--exec', 'wc', '--budget-usd', '0'], /--budget-usd: expected an amount above 0/],
  ])('%j is refused before anything runs', async (flags, said) => {
    const { code, out, err, given } = await scripted(flags, over);
    expect({ code, out, given }).toEqual({ code: 2, out: '', given: undefined });
    expect(err).toMatch(said);
  });

  it('has help of its own', async () => {
    const { code, out } = await cli(['calibrate', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--up-to <n>');
    expect(out).toContain('--exec <command>');
    expect(out).not.toMatch(/--max-parallel <n>|--resume \[id\]/);
    expect((await cli(['--help'])).out).toMatch(/calibrate/);
  });
});

describe('Ctrl-C', () => {
  const interrupted = async (
    script: (run: ScriptedRun, press: (signal?: Interrupt) => Promise<void>) => Promise<void>,
  ) => {
    let [time, listener] = [0, (_: Interrupt): void => {}];
    const press = async (signal: Interrupt = 'SIGINT'): Promise<void> => {
      time += 1000;
      listener(signal);
      await heard();
    };
    const following: Script = async (run) => {
      await begin(run);
      await run.say(events.started('a'));
      await script(run, press);
    };
    const onListening = (one: (signal: Interrupt) => void): void => {
      listener = one;
    };
    return scripted(['--task', 'task.mjs'], following, { now: () => time, onListening });
  };

  it('once stops, twice cancels; there is no choice, and what is known is told', async () => {
    const once = await interrupted(async (run, press) => {
      await press();
      await run.say({ type: 'stopping', because: 'Ctrl-C' });
      await run.end({ status: 'stopped', more: { stoppedBecause: 'Ctrl-C', stoppedBy: 'user' } });
    });
    expect(once).toMatchObject({ code: 130, asked: ['stop: Ctrl-C'], listeners: 0 });
    expect(once.out).toMatch(/^No choice was made\. The run was stopped before there was a choice \(Ctrl-C\)\.$/m);
    expect(once.out).toMatch(/\n {2}subplan run --resume r1\n$/);
    expect(once.err).toContain('Ctrl-C again cancels');
    const twice = await interrupted(async (run, press) => {
      await press();
      await press();
      await run.end({ status: 'cancelled', more: { stoppedBecause: 'Ctrl-C', stoppedBy: 'user' } });
    });
    expect(twice).toMatchObject({ code: 130, asked: ['stop: Ctrl-C', 'cancel: Ctrl-C'] });
    expect(twice.out).toMatch(/The run was cancelled before/);
  });

  it('three times leaves at once', async () => {
    const thrice = await interrupted(async (_, press) => {
      for (let i = 0; i < 3; i++) await press();
    });
    expect(thrice).toMatchObject({ code: 130, out: '', listeners: 0 });
  });
});

it('is drawn on a terminal as a run is, and leaves the cap alone whatever is pressed', async () => {
  let press = (_: string): void => {};
  let tick = (): void => {};
  const keyboard = {
    listen: (onText: (text: string) => void) => {
      press = onText;
      return { isOn: () => true, pass: () => {}, stop: () => {} };
    },
  };
  const script: Script = async (run) => {
    await begin(run);
    press('+');
    tick();
    await heard();
    await run.end();
  };
  const onTimer = (one: () => void): void => {
    tick = one;
  };
  const stderr = { isTTY: true, columns: 100, rows: 24 };
  const { err, asked, timers } = await scripted(['--task', 'task.mjs'], script, { stderr, keyboard, onTimer });
  expect(err).toContain('not done: the cap is what is being looked for');
  expect([asked, timers]).toEqual([[], 0]);
});
