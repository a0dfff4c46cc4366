import { runInNewContext } from 'node:vm';
import type { CommandSettings } from '../../domain/command.js';
import { readPattern } from '../../util/pattern.js';

/** Says that a command that failed asks to wait, and for how long where it says that. */
export interface Wait {
  readonly ms: number | undefined;
}

export const askedToWait = (
  { exitCodes, pattern }: CommandSettings['rateLimit'],
  exitCode: number | undefined,
  said: string,
): Wait | undefined => {
  const match = pattern === undefined ? null : found(pattern, said);
  if (!match && !(exitCode !== undefined && exitCodes.includes(exitCode))) return undefined;
  const { ms, seconds } = match?.groups ?? {};
  const wait = ms === undefined ? Number.parseFloat(seconds) * 1_000 : Number.parseFloat(ms);
  return { ms: Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : undefined };
};

/** What a model wrote may keep a pattern busy for ever: then it is not found. */
const mostMs = 1_000;

const found = (pattern: string, said: string): RegExpExecArray | null => {
  try {
    const search = () => readPattern(pattern).exec(said);
    return runInNewContext('search()', { search }, { timeout: mostMs }) as RegExpExecArray | null;
  } catch {
    return null;
  }
};
