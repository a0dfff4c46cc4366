import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { giveUp, thisOwner, witness } from '../../dist/engine/owner.js';
import type { SubplanFailure } from '../../dist/index.js';
import { eventually } from '../eventually.js';
import { removeFolder } from '../temporary-folder.js';
import { fixture, plannedFolder, session, talliedTask, traceOf } from './sessions.js';

const folder = (leaves: number): string => {
  const root = plannedFolder(leaves);
  onTestFinished(() => removeFolder(root));
  return root;
};

/** A task whose leaves wait until a file is there: the run lasts as long as a test wants. */
const patient = fixture('patient.mjs');

/** Begins a run that is killed right away, so that there is something to resume. */
const interrupted = async (leaves: number, task = talliedTask): Promise<string> => {
  const root = folder(leaves);
  await session({ root, options: { task, ledger: true, maxParallel: 1, threads: 1 }, killAfter: 3 });
  return root;
};

describe('a run', () => {
  test('that somebody works on is refused to others, with who it is and since when', async () => {
    const root = folder(4);
    let second: Awaited<ReturnType<typeof session>> | undefined;
    const first = session({
      root,
      options: { task: patient, ledger: true, maxParallel: 1 },
      onLine: async (line, child) => {
        if (!line.startsWith('begun')) return;
        second = await session({ root, options: { resume: true } });
        child.kill('SIGKILL');
      },
    });
    await first;
    expect(second?.failure).toMatchObject({ code: 'run-owned' });
    expect(second?.failure?.message).toMatch(/being worked on by process \d+ on \S+, since \d{4}-\d\d-\d\d/);
    // The owner is dead now, and nobody has to wait for anything.
    const third = await session({ root, options: { resume: true, task: patient }, name: 'open' });
    expect(third.report?.status).toBe('succeeded');
  });

  test('is run by exactly one of many that resume it in the same instant', async () => {
    const root = await interrupted(40);
    const done = traceOf(root).length;
    const ends = await Promise.all(
      Array.from({ length: 4 }, (_, i) => session({ root, options: { resume: true }, name: `r${i}` })),
    );
    const winners = ends.filter(({ report }) => report?.status === 'succeeded');
    const others = ends.filter(({ failure }) => failure !== undefined);
    expect(winners.length + others.length).toBe(4);
    expect(others.every(({ failure }) => failure?.code === 'run-owned')).toBe(true);
    // Whoever came after the end got the report of it, and ran nothing.
    const ranIn = new Set(
      traceOf(root)
        .slice(done)
        .map(({ session: name }) => name),
    );
    expect(ranIn.size).toBe(1);
  });
});

describe('an owner', () => {
  test('is seen alive as long as it lives', () => {
    expect(witness.sees(thisOwner())).toBe('alive');
  });

  test('is gone when its process is, or its pid belongs to another by now', () => {
    const owner = thisOwner();
    expect(witness.sees({ ...owner, pid: 2 ** 22 + 1 })).toBe('gone');
    expect(witness.sees({ ...owner, processStart: '1' })).toBe('gone');
  });

  test('is gone when this very process has given it up, also where no ledger could be told', () => {
    const owner = thisOwner();
    giveUp(owner);
    expect(witness.sees(owner)).toBe('gone');
  });

  test('cannot be seen on another host, nor before this one was started', () => {
    expect(witness.sees({ ...thisOwner(), host: 'elsewhere 1234' })).toBe('unknown');
  });

  test.runIf(process.platform === 'linux')(
    'is gone as soon as it has died, also before anyone asks about it',
    async () => {
      const { spawn } = await import('node:child_process');
      // The shell becomes a program that never asks about its child, which stays on the list as a dead one. The child
      // lives until then: a shell would ask.
      const child = `sh -c 'while [ "$(cat /proc/$PPID/comm)" != sleep ]; do :; done'`;
      const parent = spawn('sh', ['-c', `${child} & echo $!; exec sleep 60`], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void parent.kill('SIGKILL'));
      const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (text) => resolve(String(text)))));
      const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1][0];
      await eventually(() => expect(state()).toBe('Z'));
      expect(witness.sees({ ...thisOwner(), pid })).toBe('gone');
    },
  );
});

test('a failure tells what to do', async () => {
  const { owned } = await import('../../dist/ledger/failures.js');
  const held = { owner: thisOwner(), leaseUntil: 0 };
  const told: SubplanFailure = owned('r1', held, true);
  expect(told.nextStep).toMatch(/end that process/);
  expect(owned('r1', held, false).nextStep).toMatch(/counts as dead/);
});
