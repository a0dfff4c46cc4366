import type { ViewFlag } from './flag.js';

const colorFlag: ViewFlag<'color'> = {
  key: 'color',
  flag: '--no-color',
  says: 'no colours (nor with NO_COLOR, CI or TERM=dumb)',
  value: 'off-switch',
};

const configFlag: ViewFlag<'config'> = {
  key: 'config',
  flag: '--no-config',
  says: 'do not read subplan.config.*, as for a project you do not trust',
  value: 'off-switch',
};

const freshFlag: ViewFlag<'fresh'> = {
  key: 'fresh',
  flag: '--fresh',
  says: 'plan afresh: do not stay close to the plan of the last run',
  value: 'switch',
};

const ledgerFlag: ViewFlag<'ledger'> = {
  key: 'ledger',
  flag: '--no-ledger',
  says: 'record nothing: the run cannot be resumed',
  value: 'off-switch',
};

/** What `subplan plan` shows. */
export const planViewFlags = [
  {
    key: 'explain',
    flag: '--explain <subplan>',
    says: 'why a subplan is what it is: its id, the start of it, its label, or a file; where a folder or a role stands',
    value: 'text',
    common: true,
  },
  { key: 'all', flag: '--all', says: 'show everything: nothing is clipped to the terminal', value: 'switch' },
  {
    key: 'leftOut',
    flag: '--left-out',
    says: 'list every file that is left out, with the reason',
    value: 'switch',
    common: true,
  },
  {
    key: 'json',
    flag: '--json',
    says: 'the plan as JSON (with --explain: the explanation)',
    value: 'switch',
    common: true,
  },
  {
    key: 'output',
    flag: '-o, --output <file>',
    says: 'write the plan to a .json or .md file, or its graph of leaves to a .gexf file for Gephi; may be repeated',
    value: 'list',
    common: true,
  },
  { key: 'quiet', flag: '-q, --quiet', says: 'only what was asked for; with -o nothing is drawn', value: 'switch' },
  {
    key: 'verbose',
    flag: '-v, --verbose',
    says: 'also the cut of each level, where settings come from, and the time taken',
    value: 'switch',
  },
  freshFlag,
  colorFlag,
  configFlag,
] as const satisfies readonly ViewFlag[];

/** What `subplan run` shows. */
export const runViewFlags = [
  { key: 'json', flag: '--json', says: 'the events as they happen, one JSON object a line', value: 'switch' },
  {
    key: 'output',
    flag: '-o, --output <file>',
    says: 'write the run report (.json), the map or a readable report (.md), or the events (.ndjson); may be repeated',
    value: 'list',
    common: true,
  },
  { key: 'quiet', flag: '-q, --quiet', says: 'only what was asked for, and failures', value: 'switch' },
  {
    key: 'verbose',
    flag: '-v, --verbose',
    says: 'also what starts, all logs, and stacks of failures',
    value: 'switch',
  },
  freshFlag,
  {
    key: 'dryRun',
    flag: '--dry-run',
    says: 'print what would be run for each leaf, with its tokens and cost, and run nothing (-v: whole prompts)',
    value: 'switch',
  },
  ledgerFlag,
  colorFlag,
  configFlag,
] as const satisfies readonly ViewFlag[];

/** What `subplan calibrate` shows. */
export const calibrateViewFlags = [
  { key: 'json', flag: '--json', says: 'the steps and the choice as JSON', value: 'switch', common: true },
  { key: 'quiet', flag: '-q, --quiet', says: 'only the steps and the choice, and failures', value: 'switch' },
  {
    key: 'verbose',
    flag: '-v, --verbose',
    says: 'also what starts, all logs, and stacks of failures',
    value: 'switch',
  },
  freshFlag,
  ledgerFlag,
  colorFlag,
  configFlag,
] as const satisfies readonly ViewFlag[];

/** What `subplan runs` and its commands take. */
export const runsFlags = [
  { key: 'root', flag: '--root <dir>', says: 'the project (default: the current folder)', value: 'text' },
  { key: 'ledger', flag: '--ledger <file>', says: 'another record than the project has in .subplan', value: 'text' },
  { key: 'json', flag: '--json', says: 'as JSON', value: 'switch' },
  colorFlag,
] as const satisfies readonly ViewFlag[];

/** What `subplan experiment run` shows. */
export const experimentViewFlags = [
  { key: 'json', flag: '--json', says: 'the events as they happen, one JSON object a line', value: 'switch' },
  {
    key: 'output',
    flag: '-o, --output <file>',
    says: 'write the report (.json), a row for each trial (.csv), a readable report (.md), JUnit (.xml), or the events (.ndjson); may be repeated',
    value: 'list',
    common: true,
  },
  { key: 'quiet', flag: '-q, --quiet', says: 'only what was asked for, and failures', value: 'switch' },
  {
    key: 'verbose',
    flag: '-v, --verbose',
    says: 'also what starts, all logs, and every trial that was left out',
    value: 'switch',
  },
  { key: 'ledger', flag: '--no-ledger', says: 'record nothing: the experiment cannot be resumed', value: 'off-switch' },
  colorFlag,
] as const satisfies readonly ViewFlag[];

/** What `subplan experiment report` and `watch` take. */
export const experimentLookFlags = [
  {
    key: 'root',
    flag: '--root <dir>',
    says: "the folder of the experiment's file (default: the current one)",
    value: 'text',
  },
  { key: 'ledger', flag: '--ledger <file>', says: 'another record than the one in .subplan there', value: 'text' },
  { key: 'json', flag: '--json', says: 'as JSON', value: 'switch' },
  {
    key: 'output',
    flag: '-o, --output <file>',
    says: 'write it to a .json, .csv, .md or .xml (JUnit) file as well; may be repeated',
    value: 'list',
  },
  { key: 'verbose', flag: '-v, --verbose', says: 'also every trial that was left out', value: 'switch' },
  colorFlag,
] as const satisfies readonly ViewFlag[];

/** What each command shows; `look`: of the commands that look at a recorded experiment. */
export const viewFlags = {
  plan: planViewFlags,
  run: runViewFlags,
  calibrate: calibrateViewFlags,
  runs: runsFlags,
  experiment: experimentViewFlags,
  look: experimentLookFlags,
} as const;
