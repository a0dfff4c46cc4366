/**
 * How the text of a flag, or of a variable, is read. `tokens`: a count that may be written 30k, also in a file. `choice`: yes,
 * no, or a name. `limits`, `amounts` and `codes` are read from several texts together.
 */
export type TextKind =
  | ('text' | 'count' | 'tokens' | 'whole' | 'number' | 'duration' | 'bytes' | 'heap' | 'choice' | 'switch')
  | ('limits' | 'amounts' | 'codes');

/** Under which heading `--help` lists a flag. */
type FlagGroup =
  | ('Bounds' | 'Files' | 'Splitting' | 'Running' | 'Commands' | 'Failing' | 'Pacing and budgets' | 'Sampling')
  | ('Recording' | 'Calibrating' | 'Comparing');

/** How an option is given on the command line. Its variable, `SUBPLAN_MAX_TOKENS`, follows from the flag. */
export interface FlagRow {
  /** As commander writes it: `--max-tokens <n>`. */
  readonly flag: string;
  readonly text: TextKind;
  readonly group: FlagGroup;
  /** What it does. The default is added, where there is one. */
  readonly help: string;
  /** What a good text is, where that does not follow from the check and the kind of text. */
  readonly expected?: string;
  /** Said after what follows from them: `such as 30000 or 30k`. */
  readonly adds?: string;
  /** May be given several times, and the values are put together; with `commas` one text may hold several too. */
  readonly many?: 'repeated' | 'commas';
  /** A configuration may not set it. */
  readonly isOnlyFlag?: true;
  /** One of the few that most people need. */
  readonly common?: true;
}
