import type { Level } from '../../report/event-levels.js';
import type { RunState } from '../../report/run-state.js';
import { flagWords } from '../flag-words.js';
import type { FollowView } from '../settings/view-settings.js';
import { isPlain, terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { type Control, liveScreen } from './live-screen.js';
import { plainView } from './plain-view.js';
import type { ViewMaker } from './run-view.js';

export interface Choice {
  readonly state: RunState;
  readonly view: FollowView;
  /** What a keyboard may do, where the run is drawn and there is one. */
  readonly control: Omit<Control, 'keyboard'>;
}

/** How the run is shown on stderr: drawn on a terminal, as lines elsewhere. */
export const chooseView = ({ state, view, control }: Choice, world: World): ViewMaker => {
  const { stderr, stdout, keyboard, env } = world;
  const { paint } = terminalOf(stderr, env, { color: view.color, all: false });
  // Events that pass over the same terminal would tear a drawing apart, and say it all themselves.
  const sharesTerminal = view.json && stdout.isTTY === true;
  const isLive = stderr.isTTY === true && !isPlain(env) && !view.quiet && !sharesTerminal;
  const usual: Level = isLive || sharesTerminal ? 'notable' : 'normal';
  const telling = {
    paint,
    words: flagWords,
    level: view.quiet ? 'failures' : view.verbose ? 'verbose' : usual,
  } as const;
  if (!isLive) return plainView({ output: stderr, state, telling });
  return liveScreen({ output: stderr, state, telling, world, control: keyboard && { ...control, keyboard } });
};
