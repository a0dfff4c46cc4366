import type { CommandSettings } from '../../domain/command.js';
import { epochNow } from '../../util/clock.js';
import type { Redactor } from '../../util/redact.js';
import { lineageIn } from '../family.js';
import { judge } from '../judge.js';
import { type Look, lookAt } from '../look.js';
import type { Attempt, Ended, Note, Pool, PoolFacts, PoolListener } from '../pool.js';
import { type Asked, askedForCancel, askedForTime, askedNothing, type SlotBuffers, SlotTable } from '../slot-table.js';
import { NoteLimit } from '../thread/note-limit.js';
import { type Command, type CommandEnd, type CommandRun, makeCommand } from './command-run.js';
import type { Environment } from './environment.js';
import { ScratchFolder } from './scratch.js';
import { markOf } from './system-processes.js';

export interface ProcessPoolOptions extends PoolFacts {
  readonly buffers: SlotBuffers;
  readonly task: CommandSettings | undefined;
  readonly rollUp: CommandSettings | undefined;
  readonly env: Environment;
  readonly redact: Redactor;
}

const tickMs = 20;

interface Active {
  readonly attempt: Attempt;
  readonly key: number;
  readonly command: Command;
  run: CommandRun | undefined;
  look: Look | undefined;
  startedAt: number;
  asked: Asked;
  /** Notes that were not told. */
  dropped: number;
}

/**
 * Carries attempts as processes, one for each. An attempt holds its slot until nothing of it is left, so that what runs is
 * never more than what is counted.
 */
export class ProcessPool implements Pool {
  readonly #options: ProcessPoolOptions;
  readonly #listener: PoolListener;
  readonly #table: SlotTable;
  readonly #active = new Map<number, Active>();
  readonly #scratch: ScratchFolder;
  readonly #limit = new NoteLimit(epochNow());
  readonly #timer: NodeJS.Timeout;
  readonly #task: Command | undefined;
  readonly #rollUp: Command | undefined;
  #keys = 0;
  #isClosing = false;

  constructor(options: ProcessPoolOptions, listener: PoolListener) {
    this.#options = options;
    this.#scratch = new ScratchFolder(options.runId);
    this.#listener = listener;
    this.#table = new SlotTable(options.buffers);
    const { env, redact, graceMs, task, rollUp } = options;
    const common = { env, redact, graceMs, scratch: this.#scratch };
    this.#task = task && makeCommand({ settings: task, ...common });
    this.#rollUp = rollUp && makeCommand({ settings: rollUp, ...common });
    this.#timer = setInterval(() => this.#tick(epochNow()), tickMs);
  }

  start(attempt: Attempt): void {
    const { slot, subject } = attempt;
    this.#keys = (this.#keys + 1) & 0x0fffffff;
    const command = subject.kind === 'leaf' ? this.#task : this.#rollUp;
    if (!command) return void setImmediate(() => this.#listener.ended(slot, { kind: 'no-roll-up' }));
    const common = { run: undefined, look: undefined, startedAt: 0, asked: askedNothing, dropped: 0 } as const;
    const active: Active = { attempt, key: this.#keys, command, ...common };
    this.#active.set(slot, active);
    this.#table.send(slot, active.key);
    this.#begin(active);
  }

  end(slot: number): void {
    const active = this.#active.get(slot);
    if (!active || active.asked !== askedNothing) return;
    if (this.#table.withdraw(slot, active.key)) return this.#finish(active, { kind: 'not-begun' });
    this.#ask(active, askedForCancel);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosing = true;
    const runs = [...this.#active.values()].flatMap(({ run }) => run ?? []);
    for (const run of runs) run.end();
    await Promise.all(runs.map(({ done }) => done));
    this.#active.clear();
    this.#scratch.remove();
  }

  #begin(active: Active): void {
    const { slot, subject } = active.attempt;
    if (this.#isClosing) return;
    const now = epochNow();
    const entered = this.#table.enter(slot, active.key, now);
    // Threads of another pool share the table: this one may not wait for them.
    if (entered === 'busy') return void setImmediate(() => this.#begin(active));
    if (entered === 'withdrawn') return;
    active.startedAt = now;
    this.#listener.begun(slot, now);
    const { root, seesFiles } = this.#options;
    if (seesFiles && subject.kind === 'leaf') active.look = lookAt(root, subject.leaf, undefined);
    active.run = this.#run(active);
    void active.run.done.then((end) => this.#leave(active, end));
  }

  #run(active: Active): CommandRun {
    const { attempt, command } = active;
    const { slot, subject, family, place, attempt: number, sample, root } = attempt;
    const { root: project, goal, runId, seesFiles } = this.#options;
    const lineage = () => lineageIn(family, place);
    return command.run(
      { root: root ?? project, project, goal, runId, subject, lineage, attempt: number, sample },
      {
        wants: () => this.#admits(active),
        line: (message) => this.#tell(slot, { kind: 'log', message }),
        process: (pid) => {
          // What is not recorded is never looked for: when it started need not be asked for.
          this.#listener.process(slot, seesFiles ? markOf(pid) : { pid, started: undefined, boot: undefined });
        },
      },
    );
  }

  /** A command that says too much is not heard all the time: the coordinator would have no time for anything else. */
  #admits(active: Active): boolean {
    const admits = this.#limit.admits(epochNow());
    if (!admits) active.dropped++;
    return admits;
  }

  #tell(slot: number, note: Note): void {
    if (!this.#isClosing) this.#listener.note(slot, note);
  }

  #leave(active: Active, end: CommandEnd): void {
    const { attempt, key, asked, startedAt } = active;
    const { slot } = attempt;
    const { performed, spent, isInFile } = end;
    const endedAt = epochNow();
    if (!this.#table.leave(slot, key, endedAt)) return void setImmediate(() => this.#leave(active, end));
    if (this.#isClosing) return;
    if (active.dropped > 0) {
      this.#tell(slot, { kind: 'log', message: `(${active.dropped} notes were dropped: too many to tell)` });
    }
    if (Object.keys(spent).length > 0) this.#tell(slot, { kind: 'spent', usage: spent });
    const { timeoutMs } = this.#options;
    // A value that is only the name of a file says nothing once the file is gone: it must not be used again.
    const files = isInFile ? undefined : active.look?.();
    this.#finish(active, judge({ performed, asked, timeoutMs, startedAt, endedAt, ...(files ? { files } : {}) }));
  }

  #ask(active: Active, asked: Asked): void {
    active.asked = asked;
    active.run?.end();
  }

  #tick(now: number): void {
    const { timeoutMs } = this.#options;
    if (timeoutMs === undefined) return;
    for (const active of this.#active.values()) {
      const isOver = active.startedAt > 0 && now - active.startedAt >= timeoutMs;
      if (isOver && active.asked === askedNothing) this.#ask(active, askedForTime);
    }
  }

  #finish(active: Active, end: Ended): void {
    const { slot } = active.attempt;
    this.#active.delete(slot);
    this.#table.free(slot);
    this.#listener.ended(slot, end);
  }
}
