import type { ExperimentReport, TrialRow } from '../../domain/experiment-report.js';
import { isFailure, outcomeWords } from '../outcome-words.js';
import { xmlAttributes, xmlText } from './xml-text.js';

/** What a test system should make of a trial. */
type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failure' | 'error' | 'skipped'; readonly message: string; readonly detail?: string };

interface Suite {
  readonly arm: string;
  readonly trials: readonly { readonly trial: TrialRow; readonly verdict: Verdict }[];
}

/** The report as JUnit XML: a suite for each arm, a test for each case and replication. */
export const experimentJunit = (report: ExperimentReport): string => {
  const suites = report.design.arms.map((arm): Suite => {
    const trials = report.trials.filter((trial) => trial.arm === arm);
    return { arm, trials: trials.map((trial) => ({ trial, verdict: verdictOf(trial) })) };
  });
  const name = report.name ?? 'experiment';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes({ name, ...totals(suites) })}>`,
    ...suites.flatMap((suite) => suiteLines(suite, report, name)),
    '</testsuites>',
    '',
  ].join('\n');
};

const suiteLines = (suite: Suite, { design, startedAt }: ExperimentReport, name: string): string[] => {
  const timestamp = new Date(startedAt).toISOString().slice(0, 19);
  return [
    `  <testsuite${xmlAttributes({ name: suite.arm, ...totals([suite]), timestamp })}>`,
    ...suite.trials.map(({ trial, verdict }) => {
      const { case: id, replication, arm, ms } = trial;
      const test = design.replications > 1 ? `${id} (replication ${replication})` : id;
      const time = ms === undefined ? undefined : seconds(ms);
      const head = `    <testcase${xmlAttributes({ name: test, classname: `${name}.${arm}`, time })}`;
      return verdict.kind === 'passed' ? `${head}/>` : `${head}>${verdictText(verdict)}</testcase>`;
    }),
    '  </testsuite>',
  ];
};

const verdictOf = ({ outcome, failure, interfered, scores }: TrialRow): Verdict => {
  if (isFailure(outcome)) return { kind: 'error', message: outcomeWords[outcome], detail: failure };
  if (outcome !== 'succeeded') return { kind: 'skipped', message: failure ?? outcomeWords[outcome] };
  if (interfered !== undefined) return { kind: 'skipped', message: `interfered with: ${interfered}` };
  const wrong = Object.keys(scores ?? {}).filter((dimension) => scores?.[dimension] === false);
  if (wrong.length === 0) return { kind: 'passed' };
  return { kind: 'failure', message: `false: ${wrong.join(', ')}`, detail: JSON.stringify(scores) };
};

const verdictText = ({ kind, message, detail }: Exclude<Verdict, { kind: 'passed' }>): string => {
  const head = `<${kind}${xmlAttributes({ message })}`;
  return detail === undefined ? `${head}/>` : `${head}>${xmlText(detail)}</${kind}>`;
};

const totals = (suites: readonly Suite[]) => {
  const trials = suites.flatMap((suite) => suite.trials);
  const many = (kind: Verdict['kind']): number => trials.filter(({ verdict }) => verdict.kind === kind).length;
  const time = seconds(trials.reduce((sum, { trial }) => sum + (trial.ms ?? 0), 0));
  return { tests: trials.length, failures: many('failure'), errors: many('error'), skipped: many('skipped'), time };
};

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
