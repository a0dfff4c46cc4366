import type { Command, Input } from '../../../src/schedule/protocol.js';
import { Scheduler } from '../../../src/schedule/schedule.js';
import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';
import { Agenda } from './agenda.js';
import { claim } from './claim.js';
import { Draw } from './draw.js';
import { Extras } from './extras.js';
import { observe, observeCommand, observeQueue, observeSettings } from './observe.js';
import { Referee } from './referee.js';
import { someControls } from './some-controls.js';
import { someFeatures } from './some-features.js';
import { someSettings } from './some-settings.js';
import { someWork } from './some-work.js';
import { World } from './world.js';

/** `plain`: a cap, retries and threads that die. `full`: also services, budgets, samples and single leaves. */
export type Flavour = 'plain' | 'full';

interface Step {
  readonly at: number;
  readonly input: Input;
  readonly commands: readonly Command[];
}

export interface Simulation {
  readonly nodes: number;
  readonly steps: readonly Step[];
  /** Situations the run was in, each once. */
  readonly notes: ReadonlySet<string>;
}

/** One run, all of it decided by the seed. Throws where an invariant is broken, with the way there. */
export const simulate = (seed: number, flavour: Flavour): Simulation => {
  const steps: Step[] = [];
  try {
    return run(new Draw(seed), flavour, steps);
  } catch (error) {
    const shown = steps.slice(process.env.SUBPLAN_SEED ? 0 : -5).map((step) => JSON.stringify(step));
    const replay = `SUBPLAN_SEED=${seed} npx vitest run test/schedule/simulation -t '${flavour}'`;
    throw new Error([`seed ${seed}: ${error}`, ...shown, `Replay it with: ${replay}`].join('\n'), { cause: error });
  }
};

const settingsOf = (draw: Draw, work: Work, flavour: Flavour): ScheduleSettings => {
  const settings = someSettings(draw);
  if (flavour === 'plain') return settings;
  // A run that ends at its first failure shows little else.
  const onFailure = draw.chance(0.6) ? 'continue' : settings.onFailure;
  return { ...settings, onFailure, ...someFeatures(draw, work) };
};

const run = (draw: Draw, flavour: Flavour, steps: Step[]): Simulation => {
  const notes = new Set<string>();
  const note = (what: string): void => void notes.add(what);
  const { work, shape, depth } = someWork(draw);
  const settings = settingsOf(draw, work, flavour);
  const scheduler = new Scheduler(work, settings);
  const referee = new Referee(work, settings);
  const { facts } = referee;
  // Clocks do not begin at 0.
  const agenda = new Agenda(draw, flavour === 'plain' ? 0 : draw.between(0, 100_000) / 7);
  const extras = flavour === 'plain' ? undefined : new Extras({ draw, agenda, note, work, settings });
  const world = new World({ draw, agenda, note, extras });

  const step = (input: Input): void => {
    observe(referee, input, note);
    const commands = scheduler.decide(input, agenda.now);
    steps.push({ at: agenda.now, input, commands });
    referee.check({ input, now: agenda.now, commands });
    claim(scheduler.running === facts.running, 'the scheduler knows how many run');
    observeQueue(referee, note);
    for (const command of commands) {
      observeCommand(referee, command, note);
      world.perform(command);
    }
  };

  observeSettings(settings, note);
  note(`tree: ${shape}`);
  if (depth > settings.maxParallel) note('tree deeper than the cap');
  if (facts.count > 100) note('more than 100 nodes');
  const horizon = Math.ceil((world.longest * facts.count) / Math.min(settings.maxParallel, 8) / 2);
  const controls = flavour === 'plain' || draw.chance(0.5) ? someControls(draw, horizon) : [];
  for (const { at, input } of controls) if (at >= 0) agenda.after(at, () => [input]);
  for (const { at, input } of controls) if (at < 0) step(input);
  for (const input of extras?.interventions.before() ?? []) step(input);
  step({ type: 'begin' });
  const { breadth = 1, depth: rounds = 1 } = settings.sampling ?? {};
  const enough = 1_000 + 100 * facts.count * breadth * rounds;
  for (let inputs = agenda.next(); inputs; inputs = agenda.next()) {
    for (const input of inputs) step(input);
    claim(steps.length < enough, 'a run comes to an end');
  }
  claim(facts.isFinished, 'a run does not stand still before its finish');
  return { nodes: facts.count, steps, notes };
};
