import type { Command, Input } from '../../../src/schedule/protocol.js';
import { Scheduler } from '../../../src/schedule/schedule.js';
import { Agenda } from './agenda.js';
import { claim } from './claim.js';
import { Draw } from './draw.js';
import { observe, observeCommand } from './observe.js';
import { Referee } from './referee.js';
import { someControls } from './some-controls.js';
import { modeOf, someSettings } from './some-settings.js';
import { someWork } from './some-work.js';
import { World } from './world.js';

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
export const simulate = (seed: number): Simulation => {
  const steps: Step[] = [];
  try {
    return run(new Draw(seed), steps);
  } catch (error) {
    const shown = steps.slice(process.env.SUBPLAN_SEED ? 0 : -5).map((step) => JSON.stringify(step));
    const replay = `SUBPLAN_SEED=${seed} npx vitest run test/schedule/simulation`;
    throw new Error([`seed ${seed}: ${error}`, ...shown, `Replay it with: ${replay}`].join('\n'), { cause: error });
  }
};

const run = (draw: Draw, steps: Step[]): Simulation => {
  const notes = new Set<string>();
  const note = (what: string): void => void notes.add(what);
  const { work, shape, depth } = someWork(draw);
  const settings = someSettings(draw);
  const scheduler = new Scheduler(work, settings);
  const referee = new Referee(work, settings);
  const { facts } = referee;
  const agenda = new Agenda(draw);
  const world = new World(draw, agenda, note);

  const step = (input: Input): void => {
    observe(facts, input, note);
    const commands = scheduler.decide(input);
    steps.push({ at: agenda.now, input, commands });
    referee.check(input, commands);
    claim(scheduler.running === facts.running.size, 'the scheduler knows how many run');
    for (const command of commands) {
      observeCommand(facts, command, note);
      world.perform(command);
    }
  };

  for (const what of [`tree: ${shape}`, `order: ${settings.order}`, `onFailure: ${modeOf(settings.onFailure)}`])
    note(what);
  if (depth > settings.maxParallel) note('tree deeper than the cap');
  if (facts.count > 100) note('more than 100 nodes');
  const horizon = Math.ceil((world.longest * facts.count) / Math.min(settings.maxParallel, 8) / 2);
  const controls = someControls(draw, horizon);
  for (const { at, input } of controls) if (at >= 0) agenda.after(at, () => [input]);
  for (const { at, input } of controls) if (at < 0) step(input);
  step({ type: 'begin' });
  const enough = 1_000 + 100 * facts.count;
  for (let inputs = agenda.next(); inputs; inputs = agenda.next()) {
    for (const input of inputs) step(input);
    claim(steps.length < enough, 'a run comes to an end');
  }
  claim(facts.isFinished, 'a run does not stand still before its finish');
  return { nodes: facts.count, steps, notes };
};
