import type { RunEvent } from '../../src/domain/run-event.js';
import type { RunReport } from '../../src/domain/run-report.js';
import { Execution } from '../../src/engine/execution.js';
import { makePlan } from '../../src/engine/make-plan.js';
import type { Plan } from '../../src/engine/plan.js';
import { readPlan } from '../../src/engine/read-plan.js';
import type { ExecuteOptions } from '../../src/options/execute-options.js';
import type { ExecuteSettings } from '../../src/options/resolve-execute.js';
import type { RunHandle } from '../../src/run/run-handle.js';
import { type ReportParts, reportOf, runEnded, runStarted, type Timeless } from '../report/runs.js';
import { folderOf } from '../test-folder.js';
import { cli, groups, type Ran, splitDown, type Trial } from './world.js';

/** A run in which only happens what a test says, and that keeps what is asked of it. */
export class ScriptedRun implements RunHandle {
  readonly report: Promise<RunReport>;
  readonly asked: string[] = [];
  readonly plan: Plan;
  readonly options: ExecuteOptions;
  readonly #script: Script;
  readonly #events: RunEvent[] = [];
  readonly #waiting: (() => void)[] = [];
  #isEnded = false;
  #resolve!: (report: RunReport) => void;
  #reject!: (error: unknown) => void;

  constructor(plan: Plan, options: ExecuteOptions, script: Script) {
    this.plan = plan;
    this.options = options;
    this.#script = script;
    this.report = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever follows the run observes it; what is rejected before that is not lost.
    this.report.catch(() => {});
  }

  begin(): void {
    this.#script(this).catch((error: unknown) => this.fail(error));
  }

  /** Lets events happen, and those who listen hear them. */
  async say(...events: readonly Timeless[]): Promise<void> {
    for (const event of events) this.#events.push({ at: 0, ...event } as RunEvent);
    for (const wake of this.#waiting.splice(0)) wake();
    await heard();
  }

  /** The leaves of the plan as a report. */
  reportOf(parts: Partial<ReportParts> = {}): RunReport {
    return reportOf({ leaves: this.plan.leaves.map(({ id, label }) => ({ id, label })), ...parts });
  }

  async end(parts: Partial<ReportParts> = {}): Promise<void> {
    const report = this.reportOf(parts);
    await this.say(runEnded(report.status));
    this.#close();
    this.#resolve(report);
  }

  fail(error: unknown): void {
    this.#close();
    this.#reject(error);
  }

  #close(): void {
    this.#isEnded = true;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  events(): AsyncIterator<RunEvent, undefined> {
    let at = 0;
    return {
      next: async () => {
        while (at === this.#events.length && !this.#isEnded)
          await new Promise<void>((resolve) => this.#waiting.push(resolve));
        return at < this.#events.length ? { done: false, value: this.#events[at++] } : { done: true, value: undefined };
      },
    };
  }

  stop(reason: string): void {
    this.asked.push(`stop: ${reason}`);
  }
  cancel(reason: string): void {
    this.asked.push(`cancel: ${reason}`);
  }
  pause(): void {
    this.asked.push('pause');
  }
  unpause(): void {
    this.asked.push('unpause');
  }
  setMaxParallel(limit: number): void {
    this.asked.push(`setMaxParallel: ${limit}`);
  }
  leafOf(id: string): number | undefined {
    const leaf = this.plan.leaves.findIndex((one) => one.id === id);
    return leaf < 0 ? undefined : leaf;
  }
  cancelLeaf(leaf: number, reason: string): void {
    this.asked.push(`cancelLeaf: ${this.plan.leaves[leaf].id}: ${reason}`);
  }
  retryLeaf(leaf: number): void {
    this.asked.push(`retryLeaf: ${this.plan.leaves[leaf].id}`);
  }
}

/** Resolves when all that has happened is handled: nothing here waits for a clock. */
export const heard = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

export type Script = (run: ScriptedRun) => Promise<void>;

/** An engine that makes real plans, and runs them as the script says. */
const scriptedEngine = (script: Script): NonNullable<Trial['engine']> => {
  const withScript = (plan: Plan): Plan =>
    Object.defineProperty(plan, 'executeWith', {
      value: ({ given }: ExecuteSettings) => new Execution(new ScriptedRun(plan, given as ExecuteOptions, script)),
    });
  return {
    makePlan: (settings) => makePlan(settings).then(withScript),
    readPlan: (file) => readPlan(file).then(withScript),
  };
};

/** The events of a run in which every leaf succeeds. */
export const begin = (run: ScriptedRun): Promise<void> =>
  run.say(runStarted(run.plan.leaves.length, 2, run.plan.branches.length));

/** `subplan run` over a small project of three leaves, as the script says; where none is given, all succeeds. */
export const scripted = (argv: readonly string[], script?: Script, trial: Trial = {}): Promise<Ran> =>
  cli(['run', ...(trial.cwd === undefined ? splitDown : []), ...argv], {
    cwd: trial.cwd ?? folderOf({ ...groups(3), 'task.mjs': 'export default () => 1;' }),
    ...trial,
    engine: {
      ...scriptedEngine(
        script ??
          (async (run) => {
            await begin(run);
            await run.end();
          }),
      ),
      ...trial.engine,
    },
  });
