import { outcomes } from '../domain/outcome.js';
import type { RunDetails } from '../domain/run-details.js';
import type { OptionChange, Session } from '../domain/session.js';
import { show } from '../util/show.js';
import { took } from './durations.js';
import { drawFacts, type Fact } from './facts.js';
import { drawFailures } from './failures-view.js';
import { firstLine } from './log-text.js';
import { count, some } from './numbers.js';
import { countsText, noOutcomes } from './outcome-words.js';
import { moment, type RunsPage, stateStyles } from './runs-view.js';
import { usageText } from './usage-text.js';
import { visible } from './visible.js';

/** One recorded run: how it stands, what it was given, its history, and what failed. */
export const drawRunDetails = (run: RunDetails, page: RunsPage): string[] => {
  const { paint, columns, words } = page;
  return [
    ...drawFailures(run.failures, { paint, words, verbose: false, hint: '--json has all' }),
    `run ${run.id}: ${paint(stateStyles[run.state], run.state)}${run.why === undefined ? '' : `: ${firstLine(run.why)}`}`,
    ...drawFacts([...factsOf(run), ...historyOf(run)], columns, paint),
  ];
};

const factsOf = (run: RunDetails): Fact[] => {
  const { leaves, reused, wrote, owner, usage } = run;
  const counts = { ...noOutcomes(), ...run.outcomes };
  const missing = leaves - outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  const parts = [countsText(counts), missing > 0 && `${count(missing)} unfinished`].filter(Boolean).join(', ');
  const facts: Fact[] = [
    ['task', visible(run.task)],
    ['project', visible(run.root)],
    ['leaves', `${parts || 'none'}${reused > 0 ? `; ${count(reused)} of them reused` : ''}`],
  ];
  if (wrote > 0)
    facts.push([
      'wrote',
      wrote === 1
        ? '1 leaf changed its own files; its value is not reused'
        : `${count(wrote)} leaves changed their own files; their values are not reused`,
    ]);
  facts.push(['time', `${moment(run.startedAt)}, ${took(run.lastAt - run.startedAt)} to the last thing recorded`]);
  if (owner) facts.push(['owner', `process ${owner.pid} on ${visible(owner.host)} since ${moment(owner.since)}`]);
  const spent = usageText(usage);
  if (spent !== '') facts.push(['spent', spent]);
  const settings = Object.entries(run.settings)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name} ${visible(show(value))}`);
  facts.push(['settings', settings.join(', ') || 'all by default'], ['ledger', visible(run.ledger)]);
  return facts;
};

const historyOf = ({ history }: RunDetails): Fact[] =>
  history.map((session, i) => [i === 0 ? 'history' : '', sessionText(session, i)] as const);

const sessionText = (session: Session, i: number): string => {
  const { startedAt, version, maxParallel, kept, toRun, changed } = session;
  const what = i === 0 ? 'began' : 'resumed';
  const work = `${some(toRun, 'subplan')} to run${kept > 0 ? `, ${count(kept)} kept` : ''}`;
  const differs = changed.length > 0 ? `; changed: ${changed.map(changeText).join(', ')}` : '';
  return `${moment(startedAt)} ${what} by subplan ${visible(version)}, ${count(maxParallel)} at once: ${work}${differs}`;
};

const changeText = ({ option, before, now }: OptionChange): string =>
  `${option} ${visible(before === null ? 'unset' : show(before))} → ${visible(show(now))}`;
