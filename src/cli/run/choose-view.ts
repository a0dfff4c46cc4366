import type { Level } from '../../report/event-levels.js';
import type { RunState } from '../../report/run-state.js';
import type { RunViewSettings } from '../settings/view-settings.js';
import { isPlain, terminalOf } from '../terminal.js';
import type { World } from '../world.js';
import { liveScreen } from './live-screen.js';
import { plainView } from './plain-view.js';
import type { ViewMaker } from './run-view.js';

/** How the run is shown on stderr: drawn on a terminal, as lines elsewhere. */
export const chooseView = (state: RunState, view: RunViewSettings, world: World): ViewMaker => {
  const { stderr, stdout, env } = world;
  const { paint } = terminalOf(stderr, env, { color: view.color, all: false });
  // Events that pass over the same terminal would tear a drawing apart, and say it all themselves.
  const sharesTerminal = view.json && stdout.isTTY === true;
  const isLive = stderr.isTTY === true && !isPlain(env) && !view.quiet && !sharesTerminal;
  const usual: Level = isLive || sharesTerminal ? 'notable' : 'normal';
  const telling = { paint, level: view.quiet ? 'failures' : view.verbose ? 'verbose' : usual } as const;
  return isLive ? liveScreen({ output: stderr, state, telling, world }) : plainView({ output: stderr, state, telling });
};
