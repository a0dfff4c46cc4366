import type { CommandSettings } from '../../domain/command.js';
import type { ScoreFunction } from '../../domain/score.js';
import type { TrialLeaf } from '../../experiment/experiment-plan.js';
import { type CommandOptions, makeCommand } from '../../run/process/command-run.js';
import { askCommand, noAnswer } from '../ask-command.js';

export interface CommandParts extends Omit<CommandOptions, 'settings' | 'part'> {
  /** The project's folder. */
  readonly project: string;
}

/** What scores a value: as the user's functions are called, and with the leaf. */
export type ScoreCaller = (...of: [...Parameters<ScoreFunction>, TrialLeaf]) => unknown;

/**
 * A command that scores: it is handed the value and what is expected in its JSON. With `output: json` it prints the
 * score; otherwise exit code 0 is a pass and any other is none, as test runners have it.
 */
export const scoreByCommand = (settings: CommandSettings, { project, ...parts }: CommandParts): ScoreCaller => {
  const command = makeCommand({ ...parts, settings, part: 'score' });
  return async (value, { expected }, context, leaf) => {
    const done = await askCommand(command, { leaf, context, project, more: { value, expected } });
    const { performed, exitCode } = done;
    if (settings.output !== 'text') {
      if (performed.failure) throw noAnswer(done);
      return performed.value;
    }
    if (exitCode === 0) return true;
    if (performed.failure?.code !== 'command-failed') throw noAnswer(done);
    return false;
  };
};
