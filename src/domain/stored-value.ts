/** A value as it is written down. */
export interface StoredValue {
  /** JSON where that says it all, so that people can read it; else what V8 makes of it; null for undefined. */
  readonly data: string | Uint8Array | null;
  /** Decided by the data alone. */
  readonly hash: string;
}
