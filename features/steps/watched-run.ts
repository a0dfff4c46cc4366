import type { ExecuteOptions, Execution, MapReport, RunEvent, RunReport } from '../../dist/index.js';
import { Changes } from './changes.js';
import { type Drawn, nameOf, planOf } from './drawn-plan.js';
import { Gate } from './gate.js';

export const fixture = (name: string): URL => new URL(`./fixtures/${name}`, import.meta.url);

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { readonly type: T }>;

/** A plan that is executed, watched from both ends: at the gate where its leaves are, and by its events. */
export class WatchedRun {
  readonly changes = new Changes();
  readonly gate = new Gate(this.changes);
  readonly controller = new AbortController();
  root: Drawn | undefined;
  options: Partial<ExecuteOptions> = {};
  isInProcess = false;
  execution: Execution | undefined;
  events: RunEvent[] = [];
  /** Of this run and those before it. */
  readonly reports: Promise<RunReport>[] = [];
  mapped: Promise<MapReport<string>> | undefined;
  /** What a call was refused with. */
  failure: Error | undefined;

  /** Adds leaves to the root. */
  add(leaves: readonly Drawn[]): void {
    this.root = { text: 'project', ...this.root, children: [...(this.root?.children ?? []), ...leaves] };
  }

  async start(options: Partial<ExecuteOptions>): Promise<void> {
    const module = fixture('leaves.mjs');
    const task = this.isInProcess
      ? ((await import(module.href)) as { default: ExecuteOptions['task'] }).default
      : module;
    const { signal } = this.controller;
    const given: ExecuteOptions = { task, threads: 2, signal, ...this.options, ...options };
    this.events = [];
    this.execution = planOf(this.root).execute(given) as Execution;
    this.reports.push(this.#watch(this.execution));
  }

  get report(): Promise<RunReport> {
    return this.reports[this.reports.length - 1];
  }

  eventsOf<T extends RunEvent['type']>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** Resolves when there was such an event about the subplan. */
  async heard(type: 'settled' | 'attempt-failed' | 'attempt-lost', name: string): Promise<void> {
    await this.changes.until(() => this.eventsOf(type).some(({ label }) => nameOf(label) === name));
  }

  /** Leaves nothing behind, whatever became of the scenario. */
  async end(): Promise<void> {
    this.execution?.cancel();
    await Promise.allSettled(this.reports);
    this.gate.close();
  }

  /** The report, once all events have been heard. */
  async #watch(execution: Execution): Promise<RunReport> {
    for await (const event of execution) {
      this.events.push(event);
      this.changes.happened();
    }
    return execution;
  }
}
