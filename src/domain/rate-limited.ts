export interface RateLimitDetails {
  /** How long the service asks to wait; undefined where it does not say. */
  readonly retryAfterMs?: number;
  readonly message?: string;
  readonly cause?: unknown;
}

/**
 * Thrown by a task whose service asks it to wait. One leaf's rate limit is everyone's: nothing starts until the wait is
 * over, and the leaf runs again without a retry being spent.
 */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  /** It is told by this, since a task may have a copy of this class of its own. */
  readonly code = 'rate-limited';
  readonly retryAfterMs: number | undefined;

  constructor({ retryAfterMs, message = 'the service asks to wait', cause }: RateLimitDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.retryAfterMs = retryAfterMs;
  }
}
