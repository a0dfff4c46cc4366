/** What `subplan --help` says after the commands. */
export const programHelp = `
Start with:
  subplan plan                      the tree of this project
  subplan run                       a map of it: what each part is, and what stands in it
  subplan run --task review.js      a task of your own on each part
  subplan run --exec 'wc {files}'   a command on each part
  subplan run --resume              go on with a run that was interrupted
  subplan calibrate --task agent.js how many should run at once
  subplan runs                      what was run, and what came of it
  subplan experiment run exp.yaml   run cases with and without something, and compare
  subplan run --help                its flags; with --all every one of them
`;

const settings = `Settings:
  Each flag has a twin in the environment: SUBPLAN_MAX_TOKENS=30k, SUBPLAN_KEEP=lock,generated,
  SUBPLAN_QUIET=1. A subplan.config.json (or .js, .mjs, .cjs with a default export) in the project's root
  sets the same options by their names in the library: { "maxTokens": 30000, "maxParallel": 8 }. One serves
  all commands but experiments. A flag counts before the environment, and that before the configuration.`;

/** What `subplan plan --help` says after the flags. */
export const planHelp = `
Examples:
  subplan plan                              draw the tree of this project
  subplan plan ../app --max-tokens 30k      leaves of at most 30,000 tokens
  subplan plan --explain src/cli/main.ts    the leaf a file stands in, and why
  subplan plan -o plan.json -o plan.md      keep the plan, and an outline to read
  subplan plan -o plan.gexf                 the graph of leaves, for Gephi
  subplan plan plan.json --explain 7c4e     look at a plan again
  subplan plan --json | jq .measures.cut    take a figure from it

${settings}

Exit codes:
  0 done   2 bad usage or configuration   4 nothing to do: no files
  70 a bug in subplan   129, 130, 143 interrupted
`;

/** What `subplan run --help` says after the flags. */
export const runHelp = `
Examples:
  subplan run                                  draw a map of this project
  subplan run ../app -o map.md                 write it down
  subplan run --task review.js -j 8            run review.js on each leaf, eight at once
  subplan run --task review.js --max-tokens 30k --retries 2 --timeout 5m -o report.json -o report.md
  subplan run --exec 'claude -p' --prompt review.md -j 4 --budget-usd 20 --rate-limit-pattern '/429|rate limit/i'
  subplan run --exec 'fix {files}' --breadth 3 --accept 'npm test' --dry-run
  subplan run plan.json --root ../app          run a plan that was written with \`subplan plan -o plan.json\`
  subplan run --resume                         go on with the last run: what is done is kept
  subplan run --task review.js --reuse         run only what changed since an earlier run
  subplan run --task review.js --json | jq -r 'select(.type == "settled") | .label'

A task is a module with a function as its default export:
  export default async (leaf, { root, goal, signal, log, progress }) => {
    log(\`\${leaf.files.length} files\`);
    return { findings: [] };
  };
  Without -o or --json the value rolled up to the root is printed.

Recording:
  What happens is recorded in .subplan/ledger.db in the project, as it happens, and keeps itself out of git. Kill
  it at any moment: --resume goes on, also with other values for -j, --timeout or --retries. What decides the
  results (the task, the bounds, the goal) must be the same. A later plan of the project stays close to that of
  the last run; --fresh plans anew. \`subplan runs\` lists what is recorded.

Stopping:
  The first Ctrl-C starts nothing more and lets running leaves end, the second cancels them. What is done by
  then is still rolled up, reported and written. The third leaves at once, and writes nothing more. SIGTERM and
  SIGHUP (a closed terminal) cancel.

${settings}

Exit codes:
  0 all succeeded   1 some leaf or rollup did not   2 bad usage or configuration
  3 stopped by a budget or the run's deadline   4 nothing to do: no files
  70 a bug in subplan   129, 130, 143 interrupted
`;

/** What `subplan calibrate --help` says after the flags. */
export const calibrateHelp = `
Examples:
  subplan calibrate --task review.js           how many at once for review.js, here
  subplan calibrate --exec 'claude -p' --prompt review.md --up-to 16 --rate-limit-pattern '/429|rate limit/i'
  subplan run --resume mwl3 -j 8               go on with the run it was measured on; the last line has this command
  subplan calibrate --task review.js --json | jq .maxParallel

It stops where a doubling gains less than 20 %, more leaves fail than before, the service asks to wait, the memory
gets short, or too few leaves are left. Ctrl-C works as in \`subplan run\`; there is no choice then.

${settings}

Exit codes:
  0 a choice was made   1 none could be   2 bad usage or configuration
  3 stopped by a budget or the run's deadline   4 nothing to do: no files
  70 a bug in subplan   129, 130, 143 interrupted
`;

/** What `subplan runs --help` says after the flags. */
export const runsHelp = `
Examples:
  subplan runs                              what was run here, newest first
  subplan runs show mwl3                    one run: its settings, its history, what failed
  subplan runs rm mwl3 mwl4                 forget two of them
  subplan runs gc --keep 10                 forget all but the newest ten, and give their room back
  subplan run --resume mwl3                 go on with one

The record is an SQLite database: sqlite3 .subplan/ledger.db 'select label, outcome from leaves'.
`;

/** What `subplan experiment --help` says after the flags. */
export const experimentHelp = `
Examples:
  subplan experiment run exp.yaml                      run it, one trial at a time
  subplan experiment run exp.yaml -j 8 -o report.md    eight at a time, and keep the report
  subplan experiment run exp.yaml --resume             go on with one that was interrupted
  subplan experiment run exp.yaml --resume --replications 10   add to one that is finished
  subplan experiment watch                             follow it from another terminal
  subplan experiment report -o junit.xml               what is recorded of the newest

A file:
  cases:
    - { id: add, input: "2 + 2", expected: "4" }
  arms:
    small: { model: small }
    large: { model: large }
  replications: 5
  task: { exec: "agent --model {setting.model} {input}" }
  score: equals

  Its paths start where it stands; that is where its commands run and what it does is recorded (.subplan).
  Flags, and their twins in the environment, count before the file. A subplan.config.* is not read.

Exit codes:
  0 all trials succeeded, whatever they scored   1 some did not   2 bad usage or file
  3 stopped by a budget or the deadline   70 a bug in subplan   129, 130, 143 interrupted
`;
