import { executeRows } from './execute-options.js';
import { type NamesIn, type OptionsOf, rowsIn, type SettingsOf } from './row.js';

type Taken = Pick<typeof executeRows, NamesIn<typeof executeRows, 'map'>>;

/** The rows of what `mapParallel` takes: some of those of `execute`. */
export const mapRows = rowsIn(executeRows, 'map') as Taken;

/** What `mapParallel` takes. */
export interface MapOptions extends OptionsOf<Taken> {}

export interface MapSettings extends Omit<SettingsOf<Taken>, 'maxParallel'> {
  readonly maxParallel: number;
}
