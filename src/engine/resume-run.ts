import { resolve } from 'node:path';
import type { ExecuteOptions } from '../options/execute-options.js';
import { defined } from '../options/fields.js';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { makeRedactor } from '../util/redact.js';
import { checkExecute } from './check-execute.js';
import type { Runnable } from './runnable.js';
import type { Resumed, ToResume } from './to-resume.js';

/**
 * Goes on with a recorded run, for everybody who does: the plan and all settings that are not given come from its ledger.
 * What is wrong with what is given by itself is thrown at once, before anything is read.
 */
export const resumeRun = <P extends Runnable>(toResume: ToResume<P>): Promise<Resumed<P>> => {
  const options = toResume.options as Partial<ExecuteOptions>;
  // Any task will do to look at the rest: the one that is not given is recorded.
  const { root, ledger } = checkExecute({ task: () => undefined, ...defined(options) } as ExecuteOptions);
  const place = { root: root ?? toResume.folder ?? resolve('.'), ledger: ledger as LedgerPlace };
  const { redact = makeRedactor(process.env) } = toResume;
  return import('./resume-recorded.js').then(({ resumeAt }) => resumeAt(place, { ...toResume, options, redact }));
};
