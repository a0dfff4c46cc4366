/** Where a setting comes from: the name of a flag, of a variable, or of the file that has it. */
export interface Source {
  readonly kind: 'flag' | 'variable' | 'config';
  readonly name: string;
}

export interface Settings<Options = Readonly<Record<string, unknown>>> {
  readonly options: Options;
  /** For each option, and each part of one, that is not a default: where it comes from. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** A setting by where it was given: `--max-tokens`, `SUBPLAN_MAX_TOKENS`, `maxTokens in subplan.config.json`. */
export const sourceText = (option: string, { kind, name }: Source): string =>
  kind === 'config' ? `${option} in ${name}` : name;
