import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineTask, Plan, type RunReport, SubplanFailure } from '../../dist/index.js';
import { ledgerFile, openExistingLedger, openLedger } from '../../dist/ledger/open-ledger.js';
import { removeFolder } from '../temporary-folder.js';
import { type Fault, faultyDriver } from './faulty-driver.js';
import { essenceOf, plannedFolder } from './sessions.js';

const leaves = 12;
const task = defineTask({
  ...{ name: 'cut', version: '1' },
  run: async ({ files }) => ({ name: files[0], text: 'x'.repeat(files[0] === 'f0003.ts' ? 3_000 : 3) }),
  rollUp: ({ values }) => ({ name: `${values.length}`, text: '' }),
});
/** Nobody but us: whoever is gone has left, and this very process may come again. */
const witness = { now: Date.now, sees: () => 'gone' as const };

const folder = (): string => {
  const root = plannedFolder(leaves);
  onTestFinished(() => removeFolder(root));
  return root;
};

const planIn = (root: string): Plan => Plan.from(JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')));

interface Tried {
  readonly told: readonly string[];
  readonly report: RunReport | undefined;
  readonly failure: unknown;
  readonly operations: number;
}

/** A run over a ledger of which one operation goes wrong. */
const tryRun = async (root: string, fault: Fault, how: object): Promise<Tried> => {
  const { driver, count } = faultyDriver(fault);
  const told: string[] = [];
  try {
    const ledger = await openLedger({ file: ledgerFile(root), witness, driver });
    const execution = planIn(root).execute({ task, root, maxParallel: 3, ledger, ...how });
    for await (const event of execution) if (event.type === 'settled') told.push(event.label);
    return { told, report: await execution, failure: undefined, operations: count() };
  } catch (failure) {
    return { told, report: undefined, failure, operations: count() };
  }
};

const fails = (at: number, when: Fault['when']): Fault => ({
  ...{ at, when },
  strike: () => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  },
});

/** Labels of what the ledger says succeeded; everything else about it must be sound. */
const recordedIn = async (root: string): Promise<readonly string[]> => {
  const ledger = await openExistingLedger({ file: ledgerFile(root), witness });
  if (!ledger) return [];
  const plan = planIn(root);
  const subplans = [...plan.leaves, ...plan.branches];
  try {
    return ledger
      .runs()
      .flatMap(({ id }) =>
        ledger
          .read(id)
          .facts.flatMap((fact) => (fact.kind === 'ended' && fact.isFinal ? [subplans[fact.node].label] : [])),
      );
  } finally {
    ledger.close();
  }
};

const finish = async (root: string): Promise<RunReport> => {
  const ledger = await openLedger({ file: ledgerFile(root), witness });
  const isBegun = ledger.runs().length > 0;
  return planIn(root).execute({ task, root, maxParallel: 3, ledger, ...(isBegun ? { resume: true } : {}) });
};

describe.each(['before', 'after'] as const)('a ledger of which the Nth operation fails (%s it is done)', (when) => {
  test('tells nothing that does not last, and can always go on, for every N until a run passes', async () => {
    const calm = essenceOf(await finish(folder()));
    let passed = false;
    for (let at = 1; !passed; at++) {
      const root = folder();
      const tried = await tryRun(root, fails(at, when), {});
      passed = tried.operations < at;
      if (tried.failure !== undefined) {
        expect(tried.failure, `operation ${at}`).toBeInstanceOf(SubplanFailure);
        expect((tried.failure as SubplanFailure).code).toMatch(/^ledger-/);
      }
      const recorded = await recordedIn(root);
      expect(recorded, `what was told is recorded, operation ${at}`).toEqual(expect.arrayContaining([...tried.told]));
      expect(new Set(recorded).size, `nothing is recorded twice, operation ${at}`).toBe(recorded.length);
      if (tried.report) expect(essenceOf(tried.report), `operation ${at}`).toEqual(calm);
      expect(essenceOf(await finish(root)), `operation ${at}`).toEqual(calm);
    }
  });

  test('the same while a run is resumed', async () => {
    const calm = essenceOf(await finish(folder()));
    const { operations } = await tryRun(folder(), fails(Number.POSITIVE_INFINITY, when), {});
    // Far enough in for some leaves to be done, which the resume keeps.
    const half = operations - 32;
    let passed = false;
    for (let at = 1; !passed; at++) {
      const root = folder();
      await tryRun(root, fails(half, 'before'), {});
      const before = await recordedIn(root);
      expect(before.length).toBeGreaterThan(2);
      expect(before.length).toBeLessThan(leaves);
      const tried = await tryRun(root, fails(at, when), { resume: true });
      passed = tried.operations < at;
      const recorded = await recordedIn(root);
      expect(recorded).toEqual(expect.arrayContaining([...before, ...tried.told]));
      expect(essenceOf(await finish(root)), `operation ${at}`).toEqual(calm);
    }
  });
});
