import type {
  ArmStatistics,
  Dimension,
  ExperimentReport,
  PairStatistics,
  TrialCoverage,
  TrialRow,
} from '../../../src/domain/experiment-report.js';
import type { Scores } from '../../../src/domain/trial.js';
import { noUsage } from '../../../src/domain/usage.js';
import { isFailure } from '../../../src/report/outcome-words.js';

export interface ReportParts {
  readonly cases?: readonly string[];
  readonly arms?: readonly string[];
  readonly replications?: number;
  readonly dimensions?: readonly Dimension[];
  /** What a trial came to, where it is not one that passed. */
  readonly trial?: (at: Pick<TrialRow, 'case' | 'arm' | 'replication' | 'position'>) => Partial<TrialRow>;
  readonly aggregates?: Partial<ExperimentReport['aggregates']>;
  readonly more?: Partial<ExperimentReport>;
}

const passed: Dimension = { name: 'passed', kind: 'pass' };

/** A report as a run of such trials would make it, with simple statistics. */
export const reportOf = (parts: ReportParts = {}): ExperimentReport => {
  const { cases = ['login', 'logout'], arms = ['without', 'with'], replications = 2, dimensions = [passed] } = parts;
  const places = cases.flatMap((id) =>
    Array.from({ length: replications }, (_, i) => arms.map((arm) => ({ case: id, arm, replication: i + 1 }))).flat(),
  );
  const trials = places.map((place, i): TrialRow => {
    const at = { ...place, position: i + 1 };
    const scores: Scores = Object.fromEntries(dimensions.map(({ name, kind }) => [name, kind === 'pass' ? true : i]));
    return {
      ...{ id: `t${i}`, ...at, outcome: 'succeeded', attempts: 1, scores, interfered: undefined, failure: undefined },
      ...{ ms: 1500, usage: noUsage, startedAt: 1_700_000_000_000 + i },
      ...parts.trial?.(at),
    };
  });
  const counted = trials.filter(({ outcome, interfered }) => outcome === 'succeeded' && interfered === undefined);
  const statistics = arms.flatMap((arm) =>
    dimensions.map((dimension) =>
      statisticsOf(
        counted.filter((trial) => trial.arm === arm),
        arm,
        dimension,
      ),
    ),
  );
  return {
    ...{ format: 'subplan/experiment', version: 1, name: 'skills', runId: 'r1', status: 'succeeded' },
    design: {
      ...{ cases, arms, replications, interleave: 'alternate', seed: 1, confidence: 0.95, resamples: 10_000 },
    },
    coverage: {
      ...coverageOf(trials),
      arms: arms.map((arm) => ({ arm, ...coverageOf(trials.filter((trial) => trial.arm === arm)) })),
    },
    aggregates: { dimensions, arms: statistics, pairs: [], retries: [], warnings: [], ...parts.aggregates },
    excluded: trials.filter(({ interfered }) => interfered !== undefined),
    costs: arms.map((arm) => ({ arm, meanMs: 1500, usage: noUsage })),
    trials,
    started: trials.map(({ id }) => id),
    concurrency: { limit: 2, peak: 2, mean: 1.5 },
    usage: noUsage,
    startedAt: 1_700_000_000_000,
    endedAt: 1_700_000_016_000,
    warnings: [],
    ...parts.more,
  };
};

const coverageOf = (trials: readonly TrialRow[]): TrialCoverage => {
  const ended = trials.filter(({ outcome }) => outcome === 'succeeded');
  const failed = trials.filter(({ outcome }) => isFailure(outcome)).length;
  const interfered = ended.filter((trial) => trial.interfered !== undefined).length;
  return {
    ...{ planned: trials.length, scored: ended.length - interfered, failed, interfered },
    unfinished: trials.length - ended.length - failed,
    retried: trials.filter(({ attempts }) => attempts > 1).length,
  };
};

const statisticsOf = (trials: readonly TrialRow[], arm: string, { name, kind }: Dimension): ArmStatistics => {
  const values = trials
    .map(({ scores }) => scores?.[name] ?? null)
    .filter((score) => score !== null)
    .map(Number);
  const n = values.length;
  const sum = values.reduce((all, value) => all + value, 0);
  const [mean, min, max] = n === 0 ? [] : [sum / n, Math.min(...values), Math.max(...values)];
  return {
    ...{ arm, dimension: name, n, notApplicable: trials.length - n, mean, sd: n < 2 ? undefined : 0.25, min, max },
    ...(kind === 'pass' && n > 0 ? { passed: { count: sum, rate: sum / n, interval: { low: 0.1, high: 0.9 } } } : {}),
  };
};

export const pairOf = (more: Partial<PairStatistics> = {}): PairStatistics => ({
  ...{ arm: 'with', than: 'without', dimension: 'passed', acrossCases: undefined, claim: 'none' },
  difference: {
    ...{ n: 4, mean: 0.125, sd: 0.5, t: { low: -0.67, high: 0.9212 }, bootstrap: { low: -0.25, high: 0.5 } },
  },
  signs: { higher: 2, lower: 1, same: 1, p: 1 },
  leftOut: { 'did-not-succeed': 0, interfered: 0, 'not-applicable': 0 },
  sentence: 'No difference can be claimed with 4 pairs.',
  ...more,
});

/** Names that try to leave the place they are shown in. */
export const hostile = {
  escape: '\x1b[2J\x07\x9b31m',
  lines: 'a\nb\r\nc\td\u2028e',
  bidi: 'txt.\u202eexe',
  markup: '</testcase><img src=x onerror=alert(1)>&amp;"\'',
  markdown: '| a | `b` **c** [d](e) <!-- f --> # g',
  formula: '=HYPERLINK("http://x","y")',
  half: 'x\ud800y\ufffe',
} as const;

/** A report in which every text that can come from a user is one of these. */
export const hostileReport = (name: string): ExperimentReport =>
  reportOf({
    ...{ cases: [name, `${name}2`], arms: [name, `${name}2`], dimensions: [{ name, kind: 'pass' }] },
    trial: ({ position }) =>
      [
        { usage: { [name]: 1 }, scores: { [name]: false } },
        { interfered: name },
        { outcome: 'failed', failure: name, scores: undefined, ms: undefined } as const,
        { outcome: 'cancelled', failure: name, scores: undefined, ms: undefined } as const,
      ][position - 1] ?? {},
    aggregates: {
      pairs: [
        pairOf({ arm: `${name}2`, than: name, dimension: name, sentence: `${name} is higher.`, claim: 'higher' }),
      ],
      retries: [
        {
          ...{
            arm: name,
            dimension: name,
            retried: { n: 1, mean: 1 },
            others: { n: 2, mean: 0.5 },
            difference: undefined,
          },
          sentence: `${name} was retried.`,
        },
      ],
      warnings: [name],
    },
    more: { name, status: 'stopped', stoppedBecause: name, warnings: [name], usage: { [name]: 3 } },
  });
