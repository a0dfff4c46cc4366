import type { Outcome, RunStatus } from '../domain/outcome.js';
import type { RunReport } from '../domain/run-report.js';
import { standingText } from './budget-text.js';
import { took } from './durations.js';
import type { Fact } from './facts.js';
import { firstLine } from './log-text.js';
import { count, some } from './numbers.js';
import { countsText, noOutcomes } from './outcome-words.js';
import { speedUp } from './speed-up.js';
import { usageText } from './usage-text.js';
import { visible } from './visible.js';

const statusWords: Readonly<Record<RunStatus, string>> = {
  succeeded: 'all succeeded',
  failed: 'not all succeeded',
  cancelled: 'cancelled',
  stopped: 'stopped early',
  empty: 'nothing to do',
};

/** How a run ended, in a few words. */
export const statusText = ({ status, stoppedBecause }: Pick<RunReport, 'status' | 'stoppedBecause'>): string =>
  stoppedBecause === undefined ? statusWords[status] : `${statusWords[status]}: ${firstLine(stoppedBecause)}`;

/** What a person should know of a run that ended. */
export const runFacts = (report: RunReport): Fact[] => {
  const { leaves, branches, concurrency, usage } = report;
  const facts: Fact[] = [['leaves', countsText(countsOf(leaves)) || 'none']];
  const reused = leaves.filter(({ origin }) => origin === 'reused').length;
  if (reused > 0)
    facts[0] = ['leaves', `${facts[0][1]}; ${count(reused)} of them reused, ${count(leaves.length - reused)} run`];
  if (branches.length > 0) facts.push(['branches', countsText(countsOf(branches))]);
  const coverage = coverageText(report);
  if (coverage) facts.push(['coverage', coverage]);
  facts.push(['time', timeText(report)]);
  if (concurrency.peak > 0) {
    const { peak, limit, mean } = concurrency;
    facts.push(['slots', `peak ${count(peak)} of ${some(limit, 'slot')}, ${mean.toFixed(1)} on average`]);
  }
  const spent = usageText(usage);
  if (spent !== '') facts.push(['usage', spent]);
  const { budgets = [] } = report;
  if (budgets.length > 0) facts.push(['budget', `${budgets.map(standingText).join(', ')} used`]);
  const slowed = rateLimitText(report);
  if (slowed) facts.push(['waited', slowed]);
  const samples = samplesText(leaves);
  if (samples) facts.push(['samples', samples]);
  return facts;
};

/** Undefined where no service asked to wait. */
const rateLimitText = ({ rateLimits, concurrency }: RunReport): string | undefined => {
  if (!rateLimits) return undefined;
  const { episodes, cap } = rateLimits;
  const lowest = Math.min(...episodes.map(({ to }) => to));
  const ms = episodes.reduce((sum, { at, until }) => sum + until - at, 0);
  const now = cap < concurrency.limit ? `, ${count(cap)} in the end` : '';
  return `${took(ms)} for rate limits, ${some(episodes.length, 'time')}; at most ${count(lowest)} at once after them${now}`;
};

/** Undefined where leaves were not sampled. */
const samplesText = (leaves: RunReport['leaves']): string | undefined => {
  if (!leaves.some(({ sampling }) => sampling)) return undefined;
  const [made, allowed] = (['made', 'allowed'] as const).map((which) =>
    leaves.reduce((sum, { sampling }) => sum + (sampling?.rounds[which] ?? 0), 0),
  );
  const failed = leaves.flatMap(({ sampling }) => sampling?.samples ?? []).filter(({ failure }) => failure);
  const wrong = failed.filter(({ result }) => result === 'failed' || result === 'timed-out').length;
  return `${count(made)} of ${some(allowed, 'round')} made${wrong > 0 ? `, ${count(wrong)} failed` : ''}`;
};

const countsOf = (entries: readonly { readonly outcome: Outcome }[]): Record<Outcome, number> => {
  const counts = noOutcomes();
  for (const { outcome } of entries) counts[outcome]++;
  return counts;
};

const fewNames = 5;

/** Undefined where the result stands for every leaf. */
const coverageText = ({ root, leaves }: RunReport): string | undefined => {
  if (root?.kind !== 'branch' || root.coverage.covered === root.coverage.leaves) return undefined;
  const { covered, leaves: all, missing } = root.coverage;
  const labels = new Map(leaves.map(({ id, label }) => [id, label]));
  const names = missing.slice(0, fewNames).map((id) => visible(labels.get(id) ?? id));
  const more = missing.length > fewNames ? ` and ${count(missing.length - fewNames)} more` : '';
  return `${count(covered)} of ${some(all, 'leaf is', 'leaves are')} in the result; missing: ${names.join('; ')}${more}`;
};

const timeText = (report: RunReport): string => {
  const wall = took(report.endedAt - report.startedAt);
  // Leaves that were cut short compare with nothing, and less than this is no gain.
  const faster = report.status === 'succeeded' ? speedUp(report) : undefined;
  return faster && faster.times >= 1.1
    ? `${wall}, ${faster.times.toFixed(1)} times as fast as one after another (${took(faster.sumMs)})`
    : wall;
};
