// What may import what: docs/architecture.md has the map. Phases meet in domain/ and are joined in engine/.
// Each rule's comment tells the offender what to do.
const may = {
  domain: [],
  util: [],
  options: ['domain', 'util'],
  languages: ['domain', 'util'],
  inventory: ['domain', 'util'],
  scan: ['domain', 'util', 'languages', 'inventory'],
  graph: ['domain', 'util', 'languages', 'inventory'],
  cluster: ['domain', 'util', 'inventory'],
  plan: ['domain', 'util', 'inventory'],
  schedule: ['domain', 'util'],
  history: ['domain'],
  ledger: ['domain', 'util', 'history'],
  run: ['domain', 'util', 'schedule', 'ledger'],
  rollup: ['domain', 'util'],
  tasks: ['domain', 'util', 'languages'],
  experiment: ['domain', 'util'],
  report: ['domain', 'util'],
  engine: [
    ...['domain', 'util', 'options', 'languages', 'inventory', 'scan', 'graph', 'cluster', 'plan'],
    ...['schedule', 'history', 'ledger', 'run', 'rollup', 'tasks', 'experiment'],
  ],
  cli: ['domain', 'util', 'options', 'report', 'engine'],
};

const folderRules = Object.entries(may).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-what-it-may`,
  comment:
    `${folder}/ may import ${allowed.length ? allowed.map((name) => `${name}/`).join(', ') : 'no other folder'}. ` +
    'Move what both sides need to domain/ (words) or util/ (tools), or join the two in engine/.',
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
}));

export default {
  forbidden: [
    ...folderRules,
    {
      name: 'tasks-know-languages-by-their-lexis',
      comment:
        'tasks/ may ask languages/ only where comments and literals end (lexis.ts, lexing/). What a file imports is found by the scan, and told to a task with its plan.',
      severity: 'error',
      from: { path: '^src/tasks/' },
      to: { path: '^src/languages/', pathNot: '^src/languages/(lexis\\.ts|lexing/)' },
    },
    {
      name: 'every-folder-has-a-rule',
      comment: 'A new folder of src/ needs a line in .dependency-cruiser.mjs and one in docs/architecture.md.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(may).join('|')})/` },
      to: {},
    },
    {
      name: 'facts-are-folded-in-history',
      comment:
        'run/ makes facts, ledger/ keeps them, history/ says what they come to. Read historyOf(run) of history/history.ts ' +
        'instead, and add to it what it lacks.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(domain|run|ledger|history)/' },
      to: { path: '^src/domain/fact\\.ts$' },
    },
    {
      name: 'no-circles',
      comment: 'Files that import each other in a circle cannot be understood apart. Move what both need to a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The imported file does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'core-leaves-the-process-alone',
      comment:
        'Only scan/, ledger/, run/, tasks/, engine/ and cli/ touch files, threads or processes. Hand the value in instead.',
      severity: 'error',
      from: {
        path: '^src/(domain|util|options|languages|graph|cluster|plan|schedule|history|rollup|experiment|report)/',
      },
      to: { path: '^(node:)?(fs|child_process|worker_threads|process|readline|tty)(/|$)' },
    },
    {
      name: 'ships-only-dependencies',
      comment: 'src/ may import only dependencies, not devDependencies: they are not there when subplan is installed.',
      severity: 'error',
      from: { path: '^src/' },
      // The optional peer is linked from what tests have installed.
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: '^test/parts/node_modules/gpt-tokenizer/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensionAlias: { '.js': ['.ts', '.js'] },
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
