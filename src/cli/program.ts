import { Command, Option } from 'commander';
import type { ExperimentAction } from './experiment/experiment-command.js';
import { calibrateHelp, experimentHelp, planHelp, programHelp, runHelp, runsHelp } from './help.js';
import type { RunsAction } from './runs/runs-command.js';
import { type CommandFlags, flagsOf } from './settings/command-flags.js';
import type { Given } from './settings/settings.js';
import type { Output } from './world.js';

export interface ProgramOptions {
  /** What is asked for. The commands that it names get their flags. */
  readonly argv: readonly string[];
  readonly version: string;
  readonly stdout: Output;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
  readonly plan: (folder: string | undefined, given: Given) => Promise<void>;
  readonly run: (argument: string | undefined, given: Given) => Promise<void>;
  readonly calibrate: (argument: string | undefined, given: Given) => Promise<void>;
  readonly runs: (action: RunsAction, given: Given) => Promise<void>;
  readonly experiment: (action: ExperimentAction, given: Given) => Promise<void>;
}

/** The commands and flags. Values are taken as text here: they are read and checked with their twins elsewhere. */
export const createProgram = async (options: ProgramOptions): Promise<Command> => {
  const { argv, version, stdout, writeOut, writeErr, plan, run, calibrate, runs, experiment } = options;
  const flags = await flagsOf(argv);
  const isWhole = argv.includes('--all');
  const width = stdout.isTTY ? stdout.columns || 80 : 100;
  const program = new Command('subplan')
    .description(
      'Splits a project into a tree of cohesive subplans that fit a budget and explain themselves,\nand runs a task on all of them in parallel.',
    )
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
    .showHelpAfterError(
      '(`subplan --help` has the commands, `subplan plan --help` and `subplan run --help` their flags)',
    )
    .addHelpText('after', programHelp);
  const planning = program
    .command('plan')
    .summary('split a project and draw the tree')
    .description(
      'Splits the project in a folder (by default the current one) and draws the tree of subplans.\nA plan.json instead of a folder is read and drawn again.',
    )
    .argument('[folder]', 'the project, or a plan.json')
    .action(plan);
  addFlags(planning, flags.plan, isWhole).addHelpText('after', planHelp);
  const running = program
    .command('run')
    .summary('split a project and run a task on each leaf, in parallel')
    .description(
      'Splits the project in a folder (by default the current one), runs a task on each leaf in parallel, and rolls the results up the tree. Without --task it surveys the project and draws a map of it.\nA plan.json instead of a folder is run as it stands.',
    )
    .argument('[folder]', 'the project, or a plan.json')
    .action(run);
  addFlags(running, flags.run, isWhole).addHelpText('after', runHelp);
  addCalibrate(program, { flags: flags.calibrate, isWhole }, calibrate);
  addRuns(program, flags.runs, runs);
  addExperiment(program, { flags, isWhole }, experiment);
  return program;
};

const addCalibrate = (
  program: Command,
  { flags, isWhole }: { flags: CommandFlags; isWhole: boolean },
  calibrate: ProgramOptions['calibrate'],
): void => {
  const calibrating = program
    .command('calibrate')
    .summary('find out how many leaves should run at once')
    .description(
      'Runs a task on the leaves of a project as `subplan run` does, one at a time, then two, four and so on, until more at once are not worth it or bring trouble. Says how many should run at once, and why. What it has done by then is kept.',
    )
    .argument('[folder]', 'the project, or a plan.json')
    .action(calibrate);
  addFlags(calibrating, flags, isWhole).addHelpText('after', calibrateHelp);
  // Taken to be refused in better words than that it is not known.
  calibrating.addOption(new Option('-j, --max-parallel <n>').hideHelp());
};

/** `subplan runs`, which lists, and the commands below it. */
const addRuns = (program: Command, flags: CommandFlags, runs: ProgramOptions['runs']): void => {
  const listing = program
    .command('runs')
    .summary('list, show and remove recorded runs')
    .description('Lists the runs that are recorded for a project, newest first.')
    .addHelpText('after', runsHelp)
    .action((given: Given) => runs({ kind: 'list' }, given));
  addFlags(listing, flags);
  const below = (name: string, says: string): Command => listing.command(name).summary(says).description(says);
  // Flags of `runs` itself count for those below it as well: `subplan runs --json show ID`.
  const given = (command: Command): Given => command.optsWithGlobals();
  const commands = [
    below('show', 'print one run with its history and failures')
      .argument('<id>', 'its id, or the beginning of it')
      .action((id: string, _: Given, command: Command) => runs({ kind: 'show', id }, given(command))),
    below('rm', 'remove runs from the record')
      .argument('<id...>', 'their ids, or the beginnings of them')
      .action((ids: string[], _: Given, command: Command) => runs({ kind: 'rm', ids }, given(command))),
    below('gc', 'drop plans and values that no run needs any more, and old runs where asked')
      .option('--keep <n>', 'remove all but the newest n runs')
      .option('--older-than <age>', 'remove only runs nothing happened in for so long: 30d, 12h')
      .action((own: { keep?: string; olderThan?: string }, command: Command) =>
        runs({ kind: 'gc', keep: own.keep, olderThan: own.olderThan }, given(command)),
      ),
  ];
  for (const command of commands) addFlags(command, flags);
};

/** `subplan experiment`, and the commands below it. */
const addExperiment = (
  program: Command,
  { flags, isWhole }: { flags: Awaited<ReturnType<typeof flagsOf>>; isWhole: boolean },
  experiment: ProgramOptions['experiment'],
): void => {
  const comparing = program
    .command('experiment')
    .summary('run cases with several arms, and compare them')
    .description('Runs each case with each arm, as often as asked, one next to the other, and compares the arms.')
    .addHelpText('after', experimentHelp);
  comparing
    .option('--watch [run]', 'follow an experiment that runs elsewhere: the same as `subplan experiment watch`')
    .action((given: Given) => {
      if (given.watch === undefined) return comparing.outputHelp();
      return experiment({ kind: 'watch', run: given.watch === true ? undefined : String(given.watch) }, given);
    });
  addFlags(comparing, flags.look);
  const below = (name: string, says: string): Command => comparing.command(name).summary(says).description(says);
  // Flags before the name of a command count for it as well.
  const given = (command: Command): Given => command.optsWithGlobals();
  const running = below('run', 'run the experiment of a file: YAML or JSON')
    .argument('<file>', 'the experiment')
    .action((file: string, _: Given, command: Command) => experiment({ kind: 'run', file }, given(command)));
  addFlags(running, flags.experiment, isWhole).addHelpText('after', experimentHelp);
  for (const [kind, says] of [
    ['report', 'print what is recorded of an experiment'],
    ['watch', 'follow an experiment that runs elsewhere, without touching it'],
  ] as const) {
    const command = below(kind, says)
      .argument('[run]', 'its id, or the beginning of it (default: the newest)')
      .action((run: string | undefined, _: Given, own: Command) => experiment({ kind, run }, given(own)));
    addFlags(command, flags.look);
  }
};

/** Adds the flags of a command. Its help has those that most people need, where it has many and not all are asked for. */
const addFlags = (command: Command, { view, options }: CommandFlags, isWhole = true): Command => {
  const above = command.parent?.name() ?? '';
  const path = ['runs', 'experiment'].includes(above) ? `${above} ${command.name()}` : command.name();
  const added = [
    ...options.map(({ flag, says, many, group, common }) => {
      return { flag, says, isList: many !== undefined, group, isCommon: common };
    }),
    ...view.map(({ flag, says, value, common }) => {
      return { flag, says, isList: value === 'list', group: 'Showing:', isCommon: common };
    }),
  ];
  for (const { flag, says, isList, group, isCommon } of added) {
    const option = listed(new Option(flag, says), isList).helpGroup(isWhole ? group : 'What most people need:');
    command.addOption(isWhole || isCommon ? option : option.hideHelp());
  }
  const rest = added.filter(({ isCommon }) => !isCommon).length;
  if (!isWhole) command.addHelpText('after', `\n\`subplan ${path} --help --all\` has ${rest} more flags.`);
  const all = options.length > 0 ? '--help --all' : '--help';
  return command.showHelpAfterError(`(\`subplan ${path} ${all}\` has every flag)`);
};

/** A flag that may be repeated gathers its values. */
const listed = (option: Option, isList: boolean): Option =>
  isList ? option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]) : option;
