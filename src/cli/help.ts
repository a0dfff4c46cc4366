/** What `subplan --help` says after the commands. */
export const programHelp = `
Start with:
  subplan plan                      this project
  subplan plan --help               every flag
`;

/** What `subplan plan --help` says after the flags. */
export const planHelp = `
Examples:
  subplan plan                              draw the tree of this project
  subplan plan ../app --max-tokens 30k      leaves of at most 30,000 tokens
  subplan plan --explain src/cli/main.ts    the leaf a file stands in, and why
  subplan plan -o plan.json -o plan.md      keep the plan, and an outline to read
  subplan plan plan.json --explain 7c4e     look at a plan again
  subplan plan --json | jq .measures.cut    take a figure from it

Settings:
  Each flag has a twin in the environment: SUBPLAN_MAX_TOKENS=30k, SUBPLAN_KEEP=lock,generated,
  SUBPLAN_ALL=1. A subplan.config.json (or .js, .mjs, .cjs with a default export) in the project's root
  sets the same options by their names in the library: { "maxTokens": 30000, "exclude": ["docs/**"] }.
  A flag counts before the environment, and that before the configuration.

Exit codes:
  0 done   2 bad usage or configuration   4 nothing to do: no files
  70 a bug in subplan   130, 143 interrupted
`;
