import { digest } from '../ledger/stored-value.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { recordedCode } from './code-identity.js';

/** What sampling decides of a value; the identity is undefined where a function has a say in it. */
export interface SamplingIdentity {
  readonly identity: string | undefined;
}

/** Undefined where leaves are not sampled. */
export const samplingIdentity = ({ sampling }: ExecuteSettings): SamplingIdentity | undefined => {
  if (!sampling) return undefined;
  const { breadth, depth, pick, accept, repair, select } = sampling;
  const codes = [accept?.kind === 'command' ? recordedCode(accept) : accept, repair && recordedCode(repair)];
  const isNameless =
    accept?.kind === 'function' ||
    select !== undefined ||
    codes.some((code) => code && !('identity' in code && code.identity));
  if (isNameless) return { identity: undefined };
  const identities = codes.map((code) => code && 'identity' in code && code.identity);
  return { identity: digest(JSON.stringify(['sampling', breadth, depth, pick, ...identities])) };
};
