/** Who works on a run. */
export interface Owner {
  /** Different for each claim. */
  readonly token: string;
  readonly pid: number;
  /** When the process began, in whatever form the system tells it: a pid alone is given to others again. */
  readonly processStart: string | undefined;
  /** This host since its last start: where the pid means something. */
  readonly host: string;
  readonly since: number;
}

/** What a ledger must know of the world to tell a living owner from a dead one. */
export interface Witness {
  /** Whether the process is gone for sure, is there for sure, or cannot be seen from here. */
  readonly sees: (owner: Owner) => 'alive' | 'gone' | 'unknown';
  readonly now: () => number;
}

/** A run that has an owner. */
export interface Held {
  readonly owner: Owner;
  readonly leaseUntil: number;
}
