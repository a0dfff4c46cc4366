import { claim } from '../schedule/simulation/claim.js';
import { Draw } from '../schedule/simulation/draw.js';
import { removeFolder } from '../temporary-folder.js';
import { essenceOf, plannedFolder, type SessionEnd, session, talliedTask, traceOf } from './sessions.js';

export interface KillTrial {
  readonly leaves: number;
  /** How often the run is killed before it may come to its end; the first kill hits the run, the others its resumes. */
  readonly kills: number;
  readonly seed: number;
}

export interface KillResult {
  readonly kills: number;
  /** Attempts that were in flight at a kill and ran again. */
  readonly repeated: number;
}

/**
 * Kills a run again and again, each time after a random number of outcomes that were told, and resumes it each time with
 * another cap. Throws where an outcome that was told runs again, one is lost, or the report is not that of a run that
 * nobody disturbed.
 */
export const killAndResume = async ({ leaves, kills, seed }: KillTrial): Promise<KillResult> => {
  const draw = new Draw(seed);
  const [root, calm] = [plannedFolder(leaves), plannedFolder(leaves)];
  try {
    const undisturbed = await session({ root: calm, options: { task: talliedTask, maxParallel: 8, ledger: true } });
    const told = new Set<string>();
    let [made, end]: [number, SessionEnd | undefined] = [0, undefined];
    for (let number = 0; end?.report === undefined; number++) {
      const isFirst = number === 0;
      const maxParallel = draw.pick([1, 2, 5, 8, 16]);
      const start = isFirst ? { task: talliedTask, ledger: true } : { resume: true };
      const left = leaves - told.size;
      const killAfter = made < kills ? draw.between(1, Math.max(1, Math.ceil(left / (kills - made + 1)))) : undefined;
      const before = new Set(told);
      end = await session({ root, options: { ...start, maxParallel, threads: 2 }, name: `s${number}`, killAfter });
      claim(end.failure === undefined, `session ${number} was refused: ${end.failure?.message}`);
      if (end.signal === 'SIGKILL') made++;
      for (const leaf of end.told) {
        claim(!told.has(leaf), `${leaf} was told twice`);
        told.add(leaf);
      }
      for (const { session: name, leaf } of traceOf(root)) {
        claim(
          name !== `s${number}` || !before.has(leaf),
          `${leaf} ran again in session ${number} although it was told`,
        );
      }
    }
    const [ours, theirs] = [essenceOf(end.report), essenceOf(undisturbed.report as NonNullable<typeof end.report>)];
    claim(JSON.stringify(ours) === JSON.stringify(theirs), 'the report is that of an undisturbed run');
    return { kills: made, repeated: traceOf(root).length - leaves };
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    removeFolder(root);
    removeFolder(calm);
  }
};

export interface CutTrial {
  readonly leaves: number;
  /** Every how many operations of the ledger the process is cut. */
  readonly step: number;
  readonly first: number;
}

/** Cuts the process at operation after operation of its ledger, until a run passes untouched; each is then resumed. */
export const cutAndResume = async ({ leaves, step, first }: CutTrial): Promise<number> => {
  const task = { task: talliedTask, maxParallel: 4, threads: 2 };
  const whole = plannedFolder(leaves);
  const calm = essenceOf((await session({ root: whole, options: { ...task, ledger: true } })).report as never);
  removeFolder(whole);
  for (let at = first, cuts = 0; ; at += step, cuts++) {
    const root = plannedFolder(leaves);
    try {
      const cut = await session({ root, options: task, cutAt: at, name: 'cut' });
      if (cut.report) return cuts;
      claim(cut.signal === 'SIGKILL', `the process was cut at operation ${at}`);
      const [again, anew] = [{ resume: true }, { ...task, ledger: true }];
      let end = await session({ root, options: again, name: 'resumed' });
      // Cut before the run was there at all, it is as if it had never been asked for.
      if (end.failure?.code === 'run-not-found') {
        claim(cut.told.length === 0, `nothing was told before the run was recorded, operation ${at}`);
        end = await session({ root, options: anew, name: 'resumed' });
      }
      claim(end.report !== undefined, `it goes on after operation ${at}: ${end.failure?.message}`);
      claim(
        JSON.stringify(essenceOf(end.report as never)) === JSON.stringify(calm),
        `the same report, operation ${at}`,
      );
      const repeated = traceOf(root).filter(({ session: name, leaf }) => name === 'resumed' && cut.told.includes(leaf));
      claim(repeated.length === 0, `nothing that was told runs again, operation ${at}`);
    } finally {
      removeFolder(root);
    }
  }
};
