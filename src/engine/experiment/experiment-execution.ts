import type { ExperimentReport } from '../../domain/experiment-report.js';
import type { RunEvent } from '../../domain/run-event.js';
import type { RunReport } from '../../domain/run-report.js';
import type { TrialResult } from '../../domain/trial.js';
import type { ExperimentPlan } from '../../experiment/experiment-plan.js';
import { experimentReport } from '../../experiment/report.js';
import type { ExperimentSettings } from '../../options/resolve-experiment.js';
import type { RunHandle } from '../../run/run-handle.js';
import { Awaitable } from '../../util/awaitable.js';
import { checkMaxParallel } from '../check-execute.js';
import { Execution } from '../execution.js';
import type { StartedExperiment } from './start-experiment.js';

export interface ExecutingExperiment {
  readonly plan: ExperimentPlan;
  readonly settings: ExperimentSettings;
  readonly started: Promise<StartedExperiment>;
}

/** An experiment as its user holds it: await it for the report, iterate it for the events of its run. */
export class ExperimentExecution extends Awaitable<ExperimentReport> implements AsyncIterable<RunEvent> {
  readonly plan: ExperimentPlan;
  /** Its run, as every run is held. */
  readonly execution: Execution<TrialResult, unknown>;
  readonly #started: Promise<StartedExperiment>;
  readonly #settings: ExperimentSettings;

  constructor({ plan, settings, started }: ExecutingExperiment) {
    super(async () => this.reportOf(await this.execution));
    this.plan = plan;
    this.#settings = settings;
    this.#started = started;
    const run = started.then(({ run }) => run as RunHandle<TrialResult, unknown>);
    this.execution = new Execution(run, checkMaxParallel);
  }

  [Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, void> {
    return this.execution[Symbol.asyncIterator]();
  }

  /** How it began: whether it goes on with another, or adds to one. */
  get started(): Promise<Omit<StartedExperiment, 'run'>> {
    // Who asks is told here, and not by an unhandled rejection as well.
    this.execution.catch(() => {});
    return this.#started;
  }

  /** Ids of the trials that were done before it began. */
  get known(): Promise<readonly string[]> {
    return this.#started.then(({ run }) => run.doneBefore());
  }

  /** Starts nothing more and lets what runs end. What is done counts. */
  stop(reason = 'stop() was called'): void {
    this.execution.stop(reason);
  }

  cancel(reason = 'cancel() was called'): void {
    this.execution.cancel(reason);
  }

  pause(): void {
    this.execution.pause();
  }

  unpause(): void {
    this.execution.unpause();
  }

  setMaxParallel(limit: number | `${number}%`): void {
    this.execution.setMaxParallel(limit);
  }

  /** What a report of its run comes to. */
  reportOf(run: RunReport<TrialResult, unknown>): ExperimentReport {
    return experimentReport({
      plan: this.plan,
      run: run as RunReport<TrialResult>,
      confidence: this.#settings.confidence,
      resamples: this.#settings.resamples,
      warnings: [],
    });
  }
}
