import type { Input } from '../../../src/schedule/protocol.js';
import type { Draw } from './draw.js';

export interface Control {
  /** Below 0: before the run begins. */
  readonly at: number;
  readonly input: Input;
}

const instant = (draw: Draw, horizon: number): number => (draw.chance(0.05) ? -1 : draw.between(0, horizon));

/** What users do to a run: nothing in most, and in some everything. */
export const someControls = (draw: Draw, horizon: number): Control[] => {
  const controls: Control[] = [];
  const at = () => instant(draw, horizon);
  while (draw.chance(0.3)) controls.push({ at: at(), input: { type: 'limit', maxParallel: draw.between(1, 8) } });
  while (draw.chance(0.2)) {
    const from = at();
    controls.push({ at: from, input: { type: 'pause' } });
    controls.push({ at: from + draw.between(1, horizon + 2), input: { type: 'unpause' } });
  }
  // A disk that does not keep up holds a run, for a moment, again and again.
  let held = 0;
  while (draw.chance(0.25)) {
    const from = held + draw.between(0, horizon);
    held = from + draw.between(1, 20);
    controls.push({ at: from, input: { type: 'hold' } });
    controls.push({ at: held, input: { type: 'release' } });
    held++;
  }
  if (draw.chance(0.35)) {
    const [stop, cancel] = draw.pick([
      [true, false],
      [false, true],
      [true, true],
    ]);
    if (stop) controls.push({ at: at(), input: { type: 'stop', why: 'the user stopped it' } });
    if (cancel) controls.push({ at: at(), input: { type: 'cancel', why: 'the user cancelled it' } });
    if (draw.chance(0.1)) controls.push({ at: at(), input: { type: 'stop', why: 'stopped again' } });
    if (draw.chance(0.1)) controls.push({ at: at(), input: { type: 'cancel', why: 'cancelled again' } });
  }
  return controls;
};
