/** What would be done with a leaf. */
export interface LeafPreview {
  readonly id: string;
  readonly label: string;
  readonly files: number;
  /** The words of a command; the name of a module or a function. */
  readonly runs: readonly string[];
  /** Of a command: what it would be told on standard input, and its prompt. */
  readonly stdin: string | undefined;
  readonly prompt: string | undefined;
  /** Why it could not be started. */
  readonly trouble: string | undefined;
  /** What it has to read: its files, and its prompt. */
  readonly tokens: number;
  /** Where the price of tokens is known. */
  readonly usd: number | undefined;
}

export interface RunPreview {
  readonly leaves: readonly LeafPreview[];
  /** What else would be run: to judge values, to repair them, to roll them up. */
  readonly others: readonly { readonly what: string; readonly command: string }[];
  /** How often each leaf may be tried, where it is sampled. */
  readonly mostSamples: number;
  readonly tokens: number;
  readonly usd: number | undefined;
}
