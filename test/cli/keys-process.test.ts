import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { appears, hasTerminals, openTerminal } from './terminal.js';
import { groups, splitDown } from './world.js';

/** Two presses of one hand are further apart than this; closer ones count as one. */
const betweenPresses = 200;

/** Says that it has begun, and ends as the files say: `go` or `go.g0`, `fail.g0`. */
const patient = `
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
export default async (leaf, { root, signal, attempt }) => {
  const at = (name) => join(root, '.told', name);
  writeFileSync(at('pid'), String(process.pid));
  writeFileSync(at('begun.' + leaf.label + '.' + attempt), '');
  for (;;) {
    if (existsSync(at('go')) || existsSync(at('go.' + leaf.label))) return [leaf.label];
    if (existsSync(at('fail.' + leaf.label + '.' + attempt))) throw new Error('it broke');
    await delay(5, undefined, { signal });
  }
};`;

/** In plan order, one after the other where the cap is one. The task is no part of what it works on. */
const argv = [
  ...[...splitDown, '--exclude', 'task.mjs', '--task', 'task.mjs', '--order', 'plan'],
  ...['--no-ledger', '--no-color', '-o', 'report.json'],
];

const start = (cap: number, more = '') => {
  const cwd = folderOf({ ...groups(3), 'task.mjs': patient, '.told/x': '' });
  const told = (name: string): string => join(cwd, '.told', name);
  const terminal = openTerminal(cwd);
  terminal.run([...argv, '-j', String(cap)], more);
  return {
    terminal,
    begun: (label: string, attempt = 1) => appears(told(`begun.${label}.${attempt}`)),
    hasBegun: (label: string) => existsSync(told(`begun.${label}.1`)),
    say: (name: string) => writeFileSync(told(name), ''),
    pid: () => Number(readFileSync(told('pid'), 'utf8')),
    outcomes: (): Record<string, string> => {
      const { leaves } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
      return Object.fromEntries(
        leaves.map(({ label, outcome }: { label: string; outcome: string }) => [label, outcome]),
      );
    },
  };
};

const leaves = ['g0', 'g1', 'g2'];
/** A leaf that runs, and the keys below. That it has begun is known to its files before it is to the view. */
const keysShown = /g\d +\d+ s[^?]*\? help/;

describe.skipIf(!hasTerminals)('a run in a terminal', () => {
  it('that is paused starts nothing until it goes on, and leaves the terminal as it was', async () => {
    const { terminal, begun, hasBegun, say, outcomes } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('p');
    await terminal.shows(/paused, 1 still runs/);
    say('go.g0');
    await terminal.shows(/paused, 0 still run/);
    expect([hasBegun('g1'), hasBegun('g2')]).toEqual([false, false]);
    terminal.press(' ');
    await begun('g1');
    say('go');
    expect(await terminal.ended()).toBe(0);
    expect(Object.values(outcomes())).toEqual(leaves.map(() => 'succeeded'));
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('lets another start with +, and none more with -', async () => {
    const { terminal, begun, hasBegun, say } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('+');
    await begun('g1');
    await terminal.shows(/2 of 2 slots in use[^\n]*\s+cap 2, 1 at first/);
    expect(hasBegun('g2')).toBe(false);
    terminal.press('-');
    await terminal.shows(/2 of 1 slot in use/);
    say('go.g0');
    await terminal.shows(/1 of 1 slot in use/);
    expect(hasBegun('g2')).toBe(false);
    say('go');
    expect(await terminal.ended()).toBe(0);
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('loses one leaf with x x, and the others finish', async () => {
    const { terminal, begun, say, outcomes } = start(3);
    await Promise.all(leaves.map((label) => begun(label)));
    await terminal.shows(/3 of 3 slots in use/);
    // An arrow that comes in two pieces.
    terminal.press('\x1b');
    terminal.press('[B');
    await terminal.shows(/› (g\d)/);
    const chosen = /› (g\d)/.exec(terminal.shown)?.[1] as string;
    terminal.press('x');
    await terminal.shows(new RegExp(`x again cancels ${chosen}`));
    terminal.press('x');
    await terminal.shows(new RegExp(`› ${chosen} +cancelled`));
    say('go');
    expect(await terminal.ended()).toBe(1);
    expect(outcomes()).toEqual(
      Object.fromEntries(leaves.map((label) => [label, label === chosen ? 'cancelled' : 'succeeded'])),
    );
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('runs a leaf again with r that has failed', async () => {
    const { terminal, begun, say, outcomes } = start(3);
    await Promise.all(leaves.map((label) => begun(label)));
    await terminal.shows(/3 of 3 slots in use/);
    say('fail.g1.1');
    await terminal.shows(/ {2}g1 +failed: it broke/);
    terminal.press('jjj');
    await terminal.shows(/› g1 +failed: it broke/);
    terminal.press('r');
    await begun('g1', 2);
    say('go');
    expect(await terminal.ended()).toBe(0);
    expect(outcomes()).toMatchObject({ g1: 'succeeded' });
  });

  it('runs all again with R R', async () => {
    const { terminal, begun, say } = start(3);
    await Promise.all(leaves.map((label) => begun(label)));
    for (const label of ['g0', 'g1']) say(`fail.${label}.1`);
    await terminal.shows(/2 failed/);
    terminal.press('R');
    await terminal.shows(/R again runs 2 leaves again that failed/);
    terminal.press('R');
    await Promise.all([begun('g0', 2), begun('g1', 2)]);
    say('go');
    expect(await terminal.ended()).toBe(0);
  });

  it('stops with s', async () => {
    const { terminal, begun, say, outcomes } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('s');
    await terminal.shows(/stopping, nothing more starts: asked for at the keyboard/);
    say('go');
    expect(await terminal.ended()).toBe(1);
    expect(outcomes()).toEqual({ g0: 'succeeded', g1: 'never-started', g2: 'never-started' });
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('Ctrl-C once lets what runs end', async () => {
    const { terminal, begun, say, outcomes } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('\x03');
    await terminal.shows(/1 running one may end; Ctrl-C again cancels/);
    say('go');
    expect(await terminal.ended()).toBe(130);
    expect(outcomes()).toEqual({ g0: 'succeeded', g1: 'never-started', g2: 'never-started' });
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('Ctrl-C twice cancels, and the terminal is as it was', async () => {
    const { terminal, begun, outcomes } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('\x03');
    await terminal.shows(/Ctrl-C again cancels/);
    await delay(betweenPresses);
    terminal.press('\x03');
    expect(await terminal.ended()).toBe(130);
    expect(outcomes()).toEqual({ g0: 'cancelled', g1: 'never-started', g2: 'never-started' });
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('Ctrl-C three times leaves at once, and the terminal is as it was', async () => {
    const cwd = folderOf({
      ...groups(3),
      'task.mjs': `export default async (leaf, { log }) => {
        log('never ends');
        await new Promise((resolve) => setTimeout(resolve, 1e9));
      };`,
    });
    const terminal = openTerminal(cwd);
    terminal.run([...argv, '-j', '1', '--grace', '1h']);
    await terminal.shows(/never ends/);
    terminal.press('\x03');
    await terminal.shows(/Ctrl-C again cancels/);
    await delay(betweenPresses);
    terminal.press('\x03');
    await terminal.shows(/Ctrl-C again leaves at once/);
    await delay(betweenPresses);
    terminal.press('\x03');
    await terminal.shows(/subplan: interrupted/);
    expect(await terminal.ended()).toBe(130);
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('a signal from elsewhere ends it too, and the terminal is as it was', async () => {
    const { terminal, begun, pid } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    process.kill(pid(), 'SIGTERM');
    expect(await terminal.ended()).toBe(143);
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('Ctrl-Z gives the terminal to the shell, and fg takes it again', async () => {
    const { terminal, begun, say } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('\x1a');
    await terminal.shows(/Stopped/);
    expect(await terminal.isAsItWas()).toBe(true);
    terminal.type('fg; echo ba""ck=$?');
    await terminal.shows(keysShown);
    terminal.press('p');
    await terminal.shows(/paused, 1 still runs/);
    terminal.press('p');
    await terminal.shows(/1 of 1 slot in use/);
    say('go');
    await terminal.shows(/back=0/);
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it('goes on in the background after Ctrl-Z and bg, and leaves the keyboard to the shell', async () => {
    const { terminal, begun, say } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('\x1a');
    await terminal.shows(/Stopped/);
    await terminal.ask('bg');
    expect(await terminal.ask('echo still the shell')).toContain('still the shell');
    say('go');
    expect(await terminal.ask('wait %1; echo job=$?')).toContain('job=0');
  });

  it('begun in the background is not stopped for wanting the keyboard', async () => {
    const { terminal, begun, say } = start(1, '& wait $!');
    await begun('g0');
    say('go');
    expect(await terminal.ended()).toBe(0);
  });

  it('Ctrl-\\ ends it at once, with the terminal as it was', async () => {
    const { terminal, begun } = start(1);
    await begun('g0');
    await terminal.shows(keysShown);
    terminal.press('\x1c');
    expect(await terminal.ended()).toBe(131);
    expect(await terminal.isAsItWas()).toBe(true);
  });

  it.each([
    ['its input is no terminal', '</dev/null'],
    ['its input is closed', '<&-'],
  ])('where %s is shown without keys', async (_, more) => {
    const { terminal, begun, say } = start(1, more);
    await begun('g0');
    await terminal.shows(/1 of 1 slot in use/);
    say('go');
    expect(await terminal.ended()).toBe(0);
    expect(terminal.shown).not.toContain('? help');
  });
});
