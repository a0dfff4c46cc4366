import { Command, Option } from 'commander';
import { optionFlags, viewFlags } from './flags.js';
import { planHelp, programHelp } from './help.js';
import type { Given } from './settings.js';
import type { Output } from './world.js';

export interface ProgramOptions {
  readonly version: string;
  readonly stdout: Output;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
  readonly plan: (folder: string | undefined, given: Given) => Promise<void>;
}

/** The commands and flags. Values are taken as text here: they are read and checked with their twins elsewhere. */
export const createProgram = ({ version, stdout, writeOut, writeErr, plan }: ProgramOptions): Command => {
  const width = stdout.isTTY ? stdout.columns || 80 : 100;
  const program = new Command('subplan')
    .description('Splits a project into a tree of cohesive subplans that fit a budget and explain themselves.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr,
      outputError: (text, out) => out(text.replace(/^error: /, 'subplan: ')),
      ...{
        getOutHelpWidth: () => width,
        getErrHelpWidth: () => width,
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      },
    })
    .showHelpAfterError('(`subplan plan --help` has every flag)')
    .addHelpText('after', programHelp);
  const command = program
    .command('plan')
    .summary('split a project and draw the tree')
    .description(
      'Splits the project in a folder (by default the current one) and draws the tree of subplans.\nA plan.json instead of a folder is read and drawn again.',
    )
    .argument('[folder]', 'the project, or a plan.json')
    .addHelpText('after', planHelp)
    .action(plan);
  for (const { flag, says, value } of viewFlags)
    command.addOption(listed(new Option(flag, says), value === 'list').helpGroup('Showing:'));
  for (const { flag, says, group, many } of optionFlags)
    command.addOption(listed(new Option(flag, says), many !== undefined).helpGroup(group));
  return program;
};

/** A flag that may be repeated gathers its values. */
const listed = (option: Option, isList: boolean): Option =>
  isList ? option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]) : option;
