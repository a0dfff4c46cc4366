import { resolve } from 'node:path';
import type { LedgerPlace } from '../options/resolve-execute.js';
import { makeRedactor } from '../util/redact.js';
import { withCode } from './check-execute.js';
import type { Runnable } from './runnable.js';
import type { Resumed, ToResume } from './to-resume.js';

/**
 * Goes on with a recorded run, for everybody who does: the plan and all settings that are not given come from its ledger.
 * A task or a prompt that is given and not there is refused at once, before anything is read.
 */
export const resumeRun = <P extends Runnable>(toResume: ToResume<P>): Promise<Resumed<P>> => {
  const given = withCode(toResume.given);
  const place = { root: given.root ?? toResume.folder ?? resolve('.'), ledger: given.ledger as LedgerPlace };
  const { redact = makeRedactor(process.env) } = toResume;
  return import('./resume-recorded.js').then(({ resumeAt }) => resumeAt(place, { ...toResume, given, redact }));
};
