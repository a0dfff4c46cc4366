import { SubplanFailure } from '../../domain/failure.js';
import type { Ledger, RunLine } from '../../domain/ledger.js';
import { command, option, say } from '../../domain/message.js';
import { ExperimentPlan } from '../../experiment/experiment-plan.js';
import { findResumable, kindOf } from '../find-resumable.js';

/** Further back nobody looks who does not say which is meant. */
const mostLooked = 50;

/**
 * The recorded experiment that has most trials in common with a plan, and the newest of those: a project may have several
 * experiments, and one that asks for fewer replications does not hide what one before it had.
 */
export const findAkin = (ledger: Ledger, plan: ExperimentPlan): RunLine => {
  // Says so where there is none at all.
  findResumable(ledger, true, 'experiment');
  const lines = ledger.runs().filter((line) => kindOf(line) === 'experiment');
  const ids = new Set(plan.leaves.map(({ id }) => id));
  let [best, most]: [RunLine | undefined, number] = [undefined, 0];
  for (const line of lines.slice(0, mostLooked)) {
    const recorded = ExperimentPlan.from(JSON.parse(ledger.read(line.id).plan.json));
    const common = sharesInputs(recorded, plan) ? recorded.leaves.filter(({ id }) => ids.has(id)).length : 0;
    if (common > most) [best, most] = [line, common];
    // None before it can have more.
    if (most === ids.size) break;
  }
  if (best) return best;
  throw new SubplanFailure({
    code: 'run-not-found',
    message: `no experiment with a case and an arm of this one is recorded in ${ledger.place}`,
    nextStep: say`Leave ${option('resume')} away to start it, or name the experiment that is meant: ${command('runs')} lists them. Nothing was run.`,
  });
};

/** The same names may stand for other things in another experiment: at least one case must be the very same. */
const sharesInputs = (one: ExperimentPlan, other: ExperimentPlan): boolean => {
  const cases = new Set(one.design.cases.map((each) => JSON.stringify(each)));
  return other.design.cases.some((each) => cases.has(JSON.stringify(each)));
};
