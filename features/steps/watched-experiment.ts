import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Arm,
  type Case,
  type ExperimentExecution,
  type ExperimentOptions,
  type ExperimentReport,
  experiment,
} from '../../dist/experiment.js';
import type { Execution, RunReport } from '../../dist/index.js';
import type { CommandProject } from './command-project.js';
import { fixture, type WatchedRun } from './watched-run.js';

type Task = ExperimentOptions['task'];

/** An experiment whose task stands beside the project, and notes there who called it. */
export class WatchedExperiment {
  readonly project: CommandProject;
  readonly #run: WatchedRun;
  readonly #does: Record<string, string> = {};
  readonly module: string;
  cases: readonly Case[] = [];
  arms: readonly Arm[] = [];
  options: Partial<ExperimentOptions> = {};
  execution: ExperimentExecution | undefined;
  readonly reports: Promise<ExperimentReport>[] = [];

  constructor(project: CommandProject, run: WatchedRun) {
    this.project = project;
    this.#run = run;
    for (const name of ['trials.mjs', 'gate.mjs']) copyFileSync(fixture(name), join(project.base, name));
    this.module = join(project.base, 'trials.mjs');
    this.does('*/*/*', 'scores 1');
  }

  /** Says what the trials do that the pattern names. */
  does(pattern: string, words: string): void {
    delete this.#does[pattern];
    this.#does[pattern] = words;
    writeFileSync(join(this.project.base, 'does.json'), JSON.stringify(this.#does));
  }

  /** Begins it in this process. */
  async start(settings: Partial<ExperimentOptions>): Promise<void> {
    const { cases, arms, project } = this;
    const task = this.options.task ?? (this.#run.isInProcess ? await loaded(this.module) : this.module);
    const { signal } = this.#run.controller;
    const execution = experiment({ cases, arms, root: project.root, signal, ...this.options, task, ...settings });
    this.execution = execution;
    this.#run.execution = execution.execution as Execution;
    this.#run.follow(this.#heard(execution) as Promise<RunReport>);
    this.#await(execution.then());
  }

  /** Begins it by the command line, in a process of its own. */
  begin(words: readonly string[]): void {
    this.project.begin(['experiment', 'run', ...words], this.#run);
    // The file it is told to write its report to has that of an experiment.
    this.#await(this.#run.report as unknown as Promise<ExperimentReport>);
  }

  get report(): Promise<ExperimentReport> {
    return this.reports[this.reports.length - 1];
  }

  /** Who called the task since this was last asked, in the order in which they did. */
  taken(): string[] {
    const file = join(this.project.base, 'notes');
    const noted = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    writeFileSync(file, '');
    return noted;
  }

  #await(report: Promise<ExperimentReport>): void {
    // Who asks for it is told.
    report.catch(() => {});
    this.reports.push(report);
  }

  async #heard(execution: ExperimentExecution): Promise<unknown> {
    for await (const event of execution) this.#run.hear(event);
    return execution.execution;
  }
}

const loaded = async (module: string): Promise<Task> =>
  ((await import(pathToFileURL(module).href)) as { default: Task }).default;
