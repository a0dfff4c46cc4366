import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTask, Plan, type RunReport, type SubplanFailure } from '../../dist/index.js';
import { ledgerFile, openExistingLedger, openLedger } from '../../dist/ledger/open-ledger.js';
import { claim } from '../schedule/simulation/claim.js';
import { removeFolder } from '../temporary-folder.js';
import { type Fault, faultyDriver } from './faulty-driver.js';
import { essenceOf, plannedFolder } from './sessions.js';

/** The leaves that come to `before` once its promise is there. */
const taskWith = (before: () => Promise<void> | undefined) =>
  defineTask({
    ...{ name: 'cut', version: '1' },
    run: async ({ files }) => {
      await before();
      return { name: files[0], text: 'x'.repeat(files[0] === 'f0002.ts' ? 3_000 : 3) };
    },
    rollUp: ({ values }) => ({ name: `${values.length}`, text: '' }),
  });
const task = taskWith(() => undefined);
/** Nobody but us: whoever is gone has left, and this very process may come again. */
const witness = { now: Date.now, sees: () => 'gone' as const };

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

/** A run whose ledger fails once two leaves were told as done: until then the others wait. */
const cutHalfway = async (root: string): Promise<void> => {
  const fault: { at: number } & Fault = fails(Number.POSITIVE_INFINITY, 'before');
  const { driver, count } = faultyDriver(fault);
  let letGo = (): void => {};
  const go = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let [begun, told] = [0, 0];
  const held = taskWith(() => (++begun > 2 ? go : undefined));
  const ledger = await openLedger({ file: ledgerFile(root), witness, driver });
  const execution = planIn(root).execute({ task: held, root, maxParallel: 3, ledger });
  try {
    for await (const event of execution) {
      if (event.type !== 'settled' || ++told < 2) continue;
      fault.at = count() + 1;
      letGo();
    }
    await execution;
  } catch {
    // Which is what it was to come to.
  }
};

export interface Cuts {
  readonly leaves: number;
  readonly when: Fault['when'];
}

/** Calls `act` with a folder for each operation, until a run has passed that none went wrong in; returns how many did. */
const eachOperation = async (leaves: number, act: (root: string, at: number) => Promise<Tried>): Promise<number> => {
  for (let at = 1; ; at++) {
    const root = plannedFolder(leaves);
    try {
      const { operations } = await act(root, at);
      if (operations < at) return operations;
    } catch (error) {
      throw new Error(`operation ${at}: ${error instanceof Error ? error.message : error}`, { cause: error });
    } finally {
      removeFolder(root);
    }
  }
};

const same = (one: RunReport, other: RunReport): boolean =>
  JSON.stringify(essenceOf(one)) === JSON.stringify(essenceOf(other));

const isKept = (recorded: readonly string[], told: readonly string[]): boolean =>
  told.every((label) => recorded.includes(label)) && new Set(recorded).size === recorded.length;

const undisturbed = async (leaves: number): Promise<RunReport> => {
  const root = plannedFolder(leaves);
  try {
    return await finish(root);
  } finally {
    removeFolder(root);
  }
};

/** Lets operation after operation go wrong. Throws where something told does not last, or the run cannot go on. */
export const cutRun = async ({ leaves, when }: Cuts): Promise<number> => {
  const calm = await undisturbed(leaves);
  return eachOperation(leaves, async (root, at) => {
    const tried = await tryRun(root, fails(at, when), {});
    const isOurs = tried.failure === undefined || /^ledger-/.test((tried.failure as SubplanFailure).code);
    claim(isOurs, `it fails for its ledger: ${tried.failure}`);
    claim(isKept(await recordedIn(root), tried.told), 'what was told is recorded, and nothing twice');
    claim(!tried.report || same(tried.report, calm), 'the report of a run that passed');
    claim(same(await finish(root), calm), 'the report of the run that goes on');
    return tried;
  });
};

/** The same while a run is resumed that was cut off halfway. */
export const cutResume = async ({ leaves, when }: Cuts): Promise<number> => {
  const calm = await undisturbed(leaves);
  return eachOperation(leaves, async (root, at) => {
    await cutHalfway(root);
    const before = await recordedIn(root);
    claim(before.length === 2, `two were recorded before, and not ${before.length}`);
    const tried = await tryRun(root, fails(at, when), { resume: true });
    claim(isKept(await recordedIn(root), [...before, ...tried.told]), 'what was told is recorded, and nothing twice');
    claim(same(await finish(root), calm), 'the report of the run that goes on');
    return tried;
  });
};
