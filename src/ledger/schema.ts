/** "splg" in the header of the file: what tells a ledger from any other database. */
export const applicationId = 0x73706c67;
/** Raised when a ledger written by an older version can no longer be read as it stands. */
export const ledgerVersion = 2;
/** The oldest that is brought up to it. */
export const oldestVersion = 1;

/** The format, which docs/ledger.md explains to people. */
const tables = `
CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  made_at INTEGER NOT NULL,
  json BLOB NOT NULL
);

CREATE TABLE subplans (
  plan INTEGER NOT NULL,
  node INTEGER NOT NULL,
  id TEXT NOT NULL,
  parent INTEGER,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  depth INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  files INTEGER NOT NULL,
  PRIMARY KEY (plan, node)
) WITHOUT ROWID;

CREATE TABLE runs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  plan INTEGER NOT NULL,
  plan_key TEXT,
  root TEXT NOT NULL,
  version TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  leaves INTEGER NOT NULL,
  branches INTEGER NOT NULL,
  settings TEXT NOT NULL,
  facts INTEGER NOT NULL,
  seal TEXT NOT NULL,
  sessions INTEGER NOT NULL,
  succeeded INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  status TEXT,
  usage TEXT,
  owner TEXT,
  lease_until INTEGER
);

CREATE TABLE facts (
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  session INTEGER NOT NULL,
  kind TEXT NOT NULL,
  node INTEGER,
  attempt INTEGER,
  at INTEGER NOT NULL,
  started_at INTEGER,
  outcome TEXT,
  final INTEGER,
  value,
  large TEXT,
  failure TEXT,
  detail TEXT,
  fingerprint BLOB,
  wrote INTEGER,
  sample TEXT,
  PRIMARY KEY (run, seq)
) WITHOUT ROWID;

CREATE TABLE large_values (
  hash TEXT PRIMARY KEY,
  value NOT NULL
);
`;

const views = `
CREATE VIEW outcomes AS
  SELECT runs.id AS run, facts.node, subplans.id, subplans.kind, subplans.label, max(facts.seq) AS seq, facts.outcome,
    facts.attempt AS attempts, facts.started_at, facts.at AS ended_at, facts.session, coalesce(facts.value, large_values.value) AS value,
    facts.failure, hex(facts.fingerprint) AS fingerprint, facts.kind = 'reused' AS reused, coalesce(facts.wrote, 0) AS wrote,
    facts.sample
  FROM facts
    JOIN runs ON runs.number = facts.run
    JOIN subplans ON subplans.plan = runs.plan AND subplans.node = facts.node
    LEFT JOIN large_values ON large_values.hash = facts.large
  WHERE facts.final = 1
  GROUP BY facts.run, facts.node;

CREATE VIEW leaves AS
  SELECT runs.id AS run, subplans.node, subplans.id, subplans.label, subplans.depth, subplans.files, subplans.tokens,
    coalesce(outcomes.outcome, 'unfinished') AS outcome, outcomes.attempts, outcomes.value,
    outcomes.failure ->> 'code' AS code, outcomes.failure ->> 'message' AS message, outcomes.reused, outcomes.wrote
  FROM runs
    JOIN subplans ON subplans.plan = runs.plan AND subplans.kind = 'leaf'
    LEFT JOIN outcomes ON outcomes.run = runs.id AND outcomes.node = subplans.node;

CREATE VIEW attempts AS
  SELECT runs.id AS run, subplans.id, subplans.kind, subplans.label, facts.sample, facts.attempt, facts.session, facts.kind AS what,
    facts.outcome,
    facts.started_at, facts.at, (facts.at - facts.started_at) / 1000.0 AS ms, facts.failure,
    CASE facts.kind WHEN 'lost' THEN facts.detail ->> '$' END AS why
  FROM facts
    JOIN runs ON runs.number = facts.run
    JOIN subplans ON subplans.plan = runs.plan AND subplans.node = facts.node
  WHERE facts.kind IN ('ended', 'lost');

CREATE VIEW open_attempts AS
  SELECT runs.id AS run, subplans.id, subplans.kind, subplans.label, facts.attempt, facts.session, facts.at AS started_at
  FROM facts
    JOIN runs ON runs.number = facts.run
    JOIN subplans ON subplans.plan = runs.plan AND subplans.node = facts.node
  WHERE facts.kind = 'started' AND NOT EXISTS (
    SELECT 1 FROM facts AS later WHERE later.run = facts.run AND later.seq > facts.seq AND later.node = facts.node
      AND later.sample IS facts.sample AND later.kind IN ('ended', 'lost', 'started'));

CREATE VIEW failures AS
  SELECT run, id, kind, label, outcome, failure ->> 'code' AS code, failure ->> 'message' AS message,
    failure ->> 'nextStep' AS next_step
  FROM outcomes WHERE outcome IN ('failed', 'timed-out');

CREATE VIEW spending AS
  SELECT runs.id AS run, subplans.id, subplans.label, facts.sample, facts.attempt, facts.at, facts.detail AS usage
  FROM facts
    JOIN runs ON runs.number = facts.run
    JOIN subplans ON subplans.plan = runs.plan AND subplans.node = facts.node
  WHERE facts.kind = 'spent';

CREATE VIEW samples AS
  SELECT runs.id AS run, subplans.id, subplans.label, facts.sample, facts.attempt, facts.outcome, nullif(facts.detail, '') ->> 'accepted' AS accepted,
    nullif(facts.detail, '') ->> 'feedback' AS feedback, coalesce(facts.value, large_values.value) AS value, facts.failure
  FROM facts
    JOIN runs ON runs.number = facts.run
    JOIN subplans ON subplans.plan = runs.plan AND subplans.node = facts.node
    LEFT JOIN large_values ON large_values.hash = facts.large
  WHERE facts.kind = 'ended' AND facts.sample IS NOT NULL;

CREATE VIEW rate_limits AS
  SELECT runs.id AS run, facts.session, facts.at, facts.detail ->> 'until' AS until, facts.detail ->> 'cap' AS cap,
    facts.detail ->> 'isNew' AS is_new
  FROM facts JOIN runs ON runs.number = facts.run
  WHERE facts.kind = 'slowed-down';

CREATE VIEW sessions AS
  SELECT runs.id AS run, facts.session, facts.at, facts.detail ->> 'version' AS version, facts.detail ->> 'kept' AS kept,
    facts.detail ->> 'toRun' AS to_run, facts.detail -> 'changed' AS changed
  FROM facts JOIN runs ON runs.number = facts.run
  WHERE facts.kind = 'session';
`;

export const schema = `${tables}${views}`;

const viewNames = [...views.matchAll(/CREATE VIEW (\w+)/g)].map(([, name]) => name);

/** Brings a ledger of version 1 up to this one. Its rows stay as they are. */
export const fromVersion1 = `
ALTER TABLE facts ADD COLUMN sample TEXT;
${viewNames.map((name) => `DROP VIEW IF EXISTS ${name};`).join('\n')}
${views}
PRAGMA user_version = ${ledgerVersion};
`;
