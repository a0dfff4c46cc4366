import type { CalibrationResult } from '../../../src/domain/calibration.js';
import type { RunEvent } from '../../../src/domain/run-event.js';
import type { RunReport } from '../../../src/domain/run-report.js';
import { Calibrator } from '../../../src/engine/calibrate/calibrator.js';
import { seededRandom } from '../../../src/util/random.js';
import { reportOf, runEnded, runStarted, settled, started, type Timeless } from '../../report/runs.js';

export interface World {
  readonly leaves: number;
  readonly upTo?: number;
  /** How many are served at once; the others wait inside their slot. */
  readonly servers?: number;
  /** How long a leaf is served, in milliseconds. */
  readonly msOf?: (leaf: number, random: () => number) => number;
  readonly tokensOf?: (leaf: number) => number;
  /** What is longer for the first leaf of each slot. */
  readonly coldMs?: number;
  readonly freeMemory?: (running: number) => number;
  readonly fails?: (running: number, leaf: number) => boolean;
  readonly seed?: number;
  /** Called when so many have ended, with a way to let something else happen. */
  readonly meanwhile?: (ended: number, say: (...events: Timeless[]) => void) => void;
}

export interface Simulated {
  readonly result: CalibrationResult;
  readonly events: readonly RunEvent[];
  /** How many leaves had started when it was told to stop. */
  readonly started: number;
}

/** Calibrates over leaves that take their time on a clock of their own: slots, and servers behind them. */
export const simulate = (world: World): Simulated => {
  const { leaves, upTo = 64, servers = Number.POSITIVE_INFINITY, coldMs = 0, seed = 1 } = world;
  const { msOf = () => 1000, tokensOf = () => 10 } = world;
  const random = seededRandom(seed);
  const draw = (): number => (random() + 0.5) / 2 ** 32;
  let [now, cap, next, ended, warm, served, isStopping] = [0, 1, 0, 0, 0, 0, false];
  const running = new Set<number>();
  const waiting: number[] = [];
  const agenda: { readonly at: number; readonly leaf: number }[] = [];
  const events: RunEvent[] = [];
  const calibrator = new Calibrator({
    upTo,
    tokensOf: (id) => tokensOf(Number(id)),
    freeMemory: () => world.freeMemory?.(running.size) ?? 0.5,
  });
  const begunAt: number[] = [];

  const say = (...happened: readonly Timeless[]): void => {
    for (const one of happened) {
      const event = { ...one, at: now } as RunEvent;
      events.push(event);
      if (event.type === 'stopping') isStopping = true;
      const decision = calibrator.see(event);
      if (decision?.kind === 'stop') isStopping = true;
      if (decision?.kind !== 'go-on') continue;
      cap = decision.maxParallel;
      say({ type: 'limit-changed', limit: cap });
    }
  };
  const serve = (): void => {
    while (served < servers && waiting.length > 0) {
      const leaf = waiting.shift() as number;
      const isCold = running.size > warm;
      warm = Math.max(warm, running.size);
      served++;
      agenda.push({ at: now + msOf(leaf, draw) + (isCold ? coldMs : 0), leaf });
    }
    agenda.sort((a, b) => a.at - b.at);
  };
  const fill = (): void => {
    while (!isStopping && running.size < cap && next < leaves) {
      const leaf = next++;
      running.add(leaf);
      begunAt[leaf] = now;
      waiting.push(leaf);
      say(started(String(leaf)));
      serve();
    }
  };

  say(runStarted(leaves, 1));
  fill();
  for (let one = agenda.shift(); one; one = agenda.shift()) {
    now = one.at;
    const hasFailed = world.fails?.(running.size, one.leaf) ?? false;
    running.delete(one.leaf);
    served--;
    ended++;
    say(settled(String(one.leaf), hasFailed ? 'failed' : 'succeeded', { ms: now - begunAt[one.leaf] }));
    world.meanwhile?.(ended, say);
    serve();
    fill();
  }
  const status = next < leaves ? 'stopped' : 'succeeded';
  say(runEnded(status));
  const more: Partial<RunReport> = status === 'stopped' ? { stoppedBy: 'user', stoppedBecause: 'as asked' } : {};
  const report = reportOf({
    leaves: Array.from({ length: leaves }, (_, leaf) => ({ id: String(leaf) })),
    status,
    more,
  });
  return { result: calibrator.result(report), events, started: next };
};

/** Times that vary as those of agents do: one in seven is above twice the mean. */
export const irregular = (_: number, random: () => number): number => -1000 * Math.log(random());
