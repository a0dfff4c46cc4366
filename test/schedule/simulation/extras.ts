import type { Sample } from '../../../src/domain/sample.js';
import type { Command } from '../../../src/schedule/protocol.js';
import type { ScheduleSettings, Work } from '../../../src/schedule/work.js';
import type { Agenda } from './agenda.js';
import { Alarm } from './alarm.js';
import type { Draw } from './draw.js';
import { Interventions } from './interventions.js';
import { Selector } from './selector.js';
import { Service } from './service.js';
import { Spender } from './spender.js';

interface Surroundings {
  readonly draw: Draw;
  readonly agenda: Agenda;
  readonly note: (what: string) => void;
  readonly work: Work;
  readonly settings: ScheduleSettings;
}

/** What a world has that knows services, budgets, samples and users who care for single leaves. */
export class Extras {
  readonly service: Service;
  readonly spender: Spender;
  readonly selector: Selector;
  readonly interventions: Interventions;
  readonly #alarm: Alarm;
  readonly #draw: Draw;
  readonly #sampled: number;
  readonly #accepts: number;

  constructor({ draw, agenda, note, work, settings }: Surroundings) {
    this.service = new Service(draw, agenda);
    this.spender = new Spender(draw, work);
    this.selector = new Selector({ draw, agenda, note, spender: this.spender });
    this.interventions = new Interventions(draw, agenda, work);
    this.#alarm = new Alarm(draw, agenda, note);
    this.#draw = draw;
    this.#sampled = settings.sampling ? work.leaves.length : 0;
    this.#accepts = draw.pick([0, 0.1, 0.4, 0.8]);
  }

  perform(command: Command, longest: number): void {
    if (command.type === 'wake') this.#alarm.setTo(command.at);
    else if (command.type === 'select') this.selector.choose(command, longest);
    else if (command.type === 'reopen') this.selector.forget(command.node);
  }

  /** Whether a value will do; of what is not sampled nobody asks. */
  judge({ node, ...sample }: Sample & { readonly node: number }): { accepted?: boolean } {
    if (node >= this.#sampled) return {};
    if (this.#draw.chance(this.#accepts)) return this.#draw.chance(0.5) ? { accepted: true } : {};
    this.selector.add(node, { try: sample.try, round: sample.round });
    return { accepted: false };
  }
}
