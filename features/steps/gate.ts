import type { RateLimitDetails, Usage } from '../../dist/index.js';
import type { Changes } from './changes.js';

type FromLeaf =
  | { readonly type: 'in' | 'out' | 'asked'; readonly name: string; readonly thread: number }
  | { readonly type: 'here'; readonly call: number; readonly thread: number };
type Message = FromLeaf | { readonly type: 'mark'; readonly mark: number };

/** What a subplan does that is let go; it succeeds where nothing is said. */
export interface Word {
  readonly spent?: Usage;
  readonly fails?: boolean;
  readonly limited?: RateLimitDetails;
}

/** So many times every thread answers a call before we believe that nobody else comes in. */
const callsBeforeBelief = 5;

/**
 * Subplans that wait at the gate stay inside until the scenario lets them go, so it sees how many really run at once,
 * without asking the engine. A subplan says that it leaves before its attempt ends, and all that is said comes through
 * one channel in order: so the count is never above the truth.
 */
export class Gate {
  readonly #channel = new BroadcastChannel('subplan-gate');
  readonly #changes: Changes;
  readonly #threads = new Map<number, number>();
  readonly #marker = new BroadcastChannel('subplan-gate');
  #marks = 0;
  #lastMark = 0;
  #calls = 0;
  #isOpen = false;
  readonly inside = new Set<string>();
  /** In the order they came in, again where they came again. */
  readonly entered: string[] = [];
  /** Those that heard that they are to end. */
  readonly asked = new Set<string>();
  /** The most that were inside at once: of all, and of each kind that is counted. */
  readonly most: Record<string, number> = { all: 0 };
  readonly #kinds: Record<string, (name: string) => boolean> = { all: () => true };

  constructor(changes: Changes) {
    this.#changes = changes;
    this.#channel.onmessage = ({ data }: { data: Message }) => this.#onMessage(data);
  }

  /** Counts those of a kind by themselves too. */
  count(kind: string, isOfKind: (name: string) => boolean): void {
    this.#kinds[kind] = isOfKind;
    this.most[kind] = 0;
  }

  insideOf(kind: string): string[] {
    return [...this.inside].filter(this.#kinds[kind]);
  }

  /** From now on nobody waits. */
  open(): void {
    this.#isOpen = true;
    for (const name of this.inside) this.letGo(name);
  }

  /** With a word on what it shall do then. */
  letGo(name: string, word?: Word): void {
    this.#channel.postMessage({ type: 'let-go', name, word });
  }

  /** Gives everybody who could come in the time for it: all threads answer, several times over. */
  async settle(): Promise<void> {
    for (let i = 0; i < callsBeforeBelief; i++) {
      this.#calls++;
      this.#channel.postMessage({ type: 'call', call: this.#calls });
      await this.#changes.until(() => [...this.#threads.values()].every((answered) => answered >= this.#calls));
    }
  }

  /** Resolves when all that was said before has been heard. */
  async hasHeardAll(): Promise<void> {
    const mark = ++this.#marks;
    this.#marker.postMessage({ type: 'mark', mark });
    await this.#changes.until(() => this.#lastMark >= mark);
  }

  close(): void {
    this.#channel.close();
    this.#marker.close();
  }

  #onMessage(message: Message): void {
    if (message.type === 'mark') this.#lastMark = message.mark;
    else if (message.type === 'here') this.#threads.set(message.thread, message.call);
    else {
      // A thread that came later has no old calls to answer.
      if (!this.#threads.has(message.thread)) this.#threads.set(message.thread, this.#calls);
      this.#onMove(message.type, message.name);
    }
    this.#changes.happened();
  }

  #onMove(type: 'in' | 'out' | 'asked', name: string): void {
    if (type === 'asked') this.asked.add(name);
    if (type === 'out') this.inside.delete(name);
    if (type !== 'in') return;
    this.inside.add(name);
    this.entered.push(name);
    for (const kind of Object.keys(this.#kinds)) {
      this.most[kind] = Math.max(this.most[kind], this.insideOf(kind).length);
    }
    if (this.#isOpen) this.letGo(name);
  }
}
