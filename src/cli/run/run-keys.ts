import type { Execution } from '../../engine/execution.js';
import { entryLabel } from '../../report/live-entries.js';
import { type Hand, keysHelp } from '../../report/live-keys.js';
import { type Chosen, findListed, type Listed, lengthOf, placeOf, slice } from '../../report/live-list.js';
import { firstLine } from '../../report/log-text.js';
import { some } from '../../report/numbers.js';
import { isFailure, outcomeWords } from '../../report/outcome-words.js';
import type { RunState } from '../../report/run-state.js';
import { visible } from '../../report/visible.js';
import type { KeyAction } from './key-reader.js';

/** What is asked of the run itself; the rest is asked of the terminal. */
export type RunAction = Exclude<KeyAction, 'interrupt' | 'suspend' | 'quit'>;

export type Controlled = Pick<Execution, 'pause' | 'unpause' | 'setMaxParallel' | 'cancelLeaf' | 'retryLeaf' | 'stop'>;

/** What keys have come to: what is chosen, and what is to be said of it. */
export interface RunKeys {
  readonly hand: Hand;
  press(action: RunAction): void;
  /** Another key was pressed, which does not concern the list: what was said and asked is over. */
  forget(): void;
}

/** Why something cannot be done, or what it needs: said in one line, and nothing is done. */
type Note = string | undefined;

/**
 * A hand at the keyboard of a run. What is shown is a little behind the run, and the run behind what was asked of it: what
 * was asked before is kept here, and a leaf that has ended since it was chosen is never mistaken for the next one.
 */
export const runKeys = (execution: Controlled, state: RunState): RunKeys => {
  let [chosen, place]: [Chosen | undefined, number] = [undefined, 0];
  let note: Note;
  /** What the next press does, where it is the same once more. */
  let armed: string | undefined;
  let isPaused = false;
  let limit: number | undefined;

  /** Whether it was pressed before, with nothing else in between; else the next press counts. */
  const isSecond = (what: string, before: string | undefined): boolean => {
    if (before === what) return true;
    armed = what;
    return false;
  };

  const pause = (): Note => {
    isPaused = !isPaused;
    if (isPaused) execution.pause();
    else execution.unpause();
    return undefined;
  };

  const changeLimit = (by: 1 | -1): Note => {
    const now = limit ?? state.limit;
    if (now + by < 1) return 'at least one runs at once; p pauses';
    execution.setMaxParallel(now + by);
    limit = now + by;
    return undefined;
  };

  /** Where the chosen one is gone, the one that took its place is next. */
  const move = (by: 1 | -1): Note => {
    const at = placeOf(state, chosen);
    const wanted = at === undefined ? place - (chosen && by < 0 ? 1 : 0) : at + by;
    place = Math.max(0, Math.min(wanted, lengthOf(state) - 1));
    const [found] = slice(state, place, 1);
    chosen = found && { key: found.key, id: found.one.id, label: labelOf(found) };
    return found ? undefined : 'there is nothing to choose';
  };

  const cancelOne = (before: string | undefined): Note => {
    if (!chosen) return 'choose a leaf first: up and down';
    const { key, id, label } = chosen;
    const found = findListed(state, chosen);
    if (!found) return gone(label);
    if (found.one.kind === 'branch') return `${label}: only leaves can be cancelled`;
    if (found.how === 'ended') return `${label} has ended already: ${outcomeWords[found.one.outcome]}`;
    const whole = found.one.sample ? `${visible(found.one.label)} with all its tries` : label;
    if (!isSecond(`cancel ${key}`, before)) return `x again cancels ${whole}`;
    execution.cancelLeaf(id, 'cancelled from the keyboard');
    return `cancelling ${whole}`;
  };

  const retryOne = (): Note => {
    if (!chosen) return 'choose a leaf first: up and down';
    const found = findListed(state, chosen);
    if (!found) return gone(chosen.label);
    if (found.how !== 'ended') return `${chosen.label} has not ended: only what did not succeed can run again`;
    if (found.one.outcome === 'skipped') return `${chosen.label} was skipped: retry the leaf that it depends on`;
    execution.retryLeaf(found.one.id);
    return `${chosen.label} runs again`;
  };

  const retryAll = (before: string | undefined): Note => {
    const failed = [...state.unsuccessful.values()].filter(({ outcome }) => isFailure(outcome));
    if (failed.length === 0) return 'no leaf has failed';
    const all = some(failed.length, 'leaf', 'leaves');
    if (!isSecond('retry all', before)) return `R again runs ${all} again that failed`;
    for (const { id } of failed) execution.retryLeaf(id);
    return `${all} ${failed.length === 1 ? 'runs' : 'run'} again`;
  };

  const act = (action: RunAction, before: string | undefined): Note => {
    if (action === 'help') return keysHelp;
    if (action === 'up' || action === 'down') return move(action === 'up' ? -1 : 1);
    const refused = refusal(action, state);
    if (refused !== undefined) return refused;
    switch (action) {
      case 'pause':
        return pause();
      case 'more':
      case 'fewer':
        return changeLimit(action === 'more' ? 1 : -1);
      case 'cancel':
        return cancelOne(before);
      case 'retry':
        return retryOne();
      case 'retry-all':
        return retryAll(before);
      case 'stop':
        execution.stop('asked for at the keyboard');
        return undefined;
    }
  };

  const forget = (): string | undefined => {
    const before = armed;
    [armed, note] = [undefined, undefined];
    return before;
  };

  return {
    forget,
    get hand() {
      return { chosen, note };
    },
    press(action) {
      const before = forget();
      try {
        note = act(action, before);
      } catch (error) {
        note = `not done: ${firstLine(error instanceof Error ? error.message : String(error))}`;
      }
    },
  };
};

/** Why the run as a whole does not take it any more, or not yet. */
const refusal = (action: Exclude<RunAction, 'help' | 'up' | 'down'>, { phase }: RunState): Note => {
  switch (phase) {
    case 'running':
      return undefined;
    case 'starting':
      return 'the run has not begun yet';
    case 'stopping':
      if (action === 'cancel') return undefined;
      return action === 'stop' ? 'the run is stopping already' : 'the run is stopping: nothing more starts';
    case 'cancelling':
      return 'the run is being cancelled';
    case 'ended':
      return 'the run has ended';
  }
};

const labelOf = (listed: Listed): string =>
  listed.how === 'ended' ? visible(listed.one.label) : entryLabel(listed.one);

const gone = (label: string): string => `${label} runs and waits no more, or not yet again: nothing was done`;
