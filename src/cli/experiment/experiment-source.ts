import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ExperimentOptions } from '../../options/experiment-options.js';
import { type ExperimentSettings, resolveExperiment } from '../../options/resolve-experiment.js';
import { experimentFlags } from '../settings/experiment-flags.js';
import { type Given, gatherSettings, parse, refuse } from '../settings/settings.js';
import { isGiven, settingsWords } from '../settings/settings-words.js';
import type { World } from '../world.js';

export interface AskedExperiment {
  readonly file: string;
  readonly given: Given;
  /** Whether it is recorded. */
  readonly ledger: boolean;
}

/** The options of an experiment: those of its file, with flags and the environment over them, and all checked. */
export const experimentSource = async (
  { file, given, ledger }: AskedExperiment,
  world: World,
): Promise<ExperimentSettings> => {
  const { cwd, env, load } = world;
  const readExperiment = await load('readExperiment');
  const source = readExperiment(resolve(cwd, file), file);
  const config = { name: file, options: source.options as unknown as Readonly<Record<string, unknown>> };
  const settings = gatherSettings(experimentFlags, { given, env, config });
  const { ledger: place } = settings.options;
  const options = {
    ...source.options,
    ...settings.options,
    ledger: ledger && (typeof place === 'string' ? resolve(cwd, place) : (place ?? true)),
    captureOutput: true,
  } as ExperimentOptions;
  const { findings, resolved } = parse(() => resolveExperiment(options, availableParallelism()));
  // What a flag or a variable says is named after it, and so is what goes ill with it; the rest stands in the file.
  const ofFlags = findings.filter(
    ({ subject, fault }) => fault === 'relation' || isGiven(settings, experimentFlags, subject),
  );
  const ofFile = findings.filter((finding) => !ofFlags.includes(finding));
  const worded = ofFlags.map(settingsWords(settings, experimentFlags));
  refuse([...(ofFile.length > 0 ? source.placed(ofFile) : []), ...worded], 'experiment run');
  return resolved();
};
