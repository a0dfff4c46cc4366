import type { ExecuteOptions, Execution, MapReport, Plan, RunEvent, RunReport } from '../../dist/index.js';
import { Changes } from './changes.js';
import { type Drawn, nameOf, planOf } from './drawn-plan.js';
import { Gate } from './gate.js';

export const fixture = (name: string): URL => new URL(`./fixtures/${name}`, import.meta.url);

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { readonly type: T }>;

/** What is about one subplan. */
type About = Extract<RunEvent, { readonly label: string }>;

const sampleOf = (event: About): string | undefined => {
  if (!('sample' in event) || !event.sample) return undefined;
  const { try: number, round } = event.sample;
  return round > 1 ? `${number}.${round}` : String(number);
};

/** A plan that is executed, watched from both ends: at the gate where its leaves are, and by its events. */
export class WatchedRun {
  readonly changes = new Changes();
  readonly gate = new Gate(this.changes);
  readonly controller = new AbortController();
  root: Drawn | undefined;
  options: Partial<ExecuteOptions> = {};
  isInProcess = false;
  plan!: Plan;
  execution: Execution | undefined;
  events: RunEvent[] = [];
  /** Of this run and those before it. */
  readonly reports: Promise<RunReport>[] = [];
  mapped: Promise<MapReport<string>> | undefined;
  /** What else is to be ended with the scenario, before all. */
  readonly closers: (() => Promise<void> | void)[] = [];
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
    const sampling = this.options.sampling && { sampling: { ...this.options.sampling, ...options.sampling } };
    const given: ExecuteOptions = { task, threads: 2, signal, ...this.options, ...options, ...sampling };
    this.events = [];
    this.plan = planOf(this.root);
    this.execution = this.plan.execute(given) as Execution;
    this.reports.push(this.#watch(this.execution));
  }

  get report(): Promise<RunReport> {
    return this.reports[this.reports.length - 1];
  }

  eventsOf<T extends RunEvent['type']>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** Resolves when there was such an event about the subplan. */
  async heard(type: About['type'], name: string, times = 1): Promise<void> {
    await this.changes.until(() => this.about(type, name).length >= times);
  }

  /** Events about a subplan, or about one of its samples: `a/2`. */
  about<T extends About['type']>(type: T, name: string): EventOf<T>[] {
    const [wanted, sample] = name.split('/');
    const isOf = (event: About): boolean =>
      nameOf(event.label) === wanted && (sample === undefined || sampleOf(event) === sample);
    return this.eventsOf(type).filter((event) => isOf(event as About));
  }

  /** A run of which somebody else tells: what happens there is heard as if it were here. */
  follow(report: Promise<RunReport>): void {
    this.events = [];
    // Who asks for it is told.
    report.catch(() => {});
    this.reports.push(report);
  }

  hear(event: RunEvent): void {
    this.events.push(event);
    this.changes.happened();
  }

  /** Leaves nothing behind, whatever became of the scenario. */
  async end(): Promise<void> {
    this.execution?.cancel();
    this.gate.open();
    for (const close of this.closers) await close();
    await Promise.allSettled(this.reports);
    this.gate.close();
  }

  /** The report, once all events have been heard. */
  async #watch(execution: Execution): Promise<RunReport> {
    for await (const event of execution) {
      this.hear(event);
    }
    return execution;
  }
}
