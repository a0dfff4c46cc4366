/** What words mean to the reader, where they mean something. */
export type Meaning =
  /** Opens a block, unless it stands behind what it is the condition of. */
  | 'condition'
  /** The same, and a `do` that follows on the line is its own. */
  | 'loop'
  /** Opens what an `end` closes. */
  | 'opening'
  | 'do'
  | 'def'
  | 'class'
  | 'end'
  | 'require'
  | 'require_relative'
  | 'autoload';

const words: Readonly<Record<Meaning, string>> = {
  condition: 'if unless',
  loop: 'while until for',
  opening: 'begin case',
  do: 'do',
  def: 'def',
  class: 'class module',
  end: 'end',
  require: 'require load require_dependency',
  require_relative: 'require_relative',
  autoload: 'autoload',
};

export const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(words).flatMap(([meaning, own]) => own.split(' ').map((word) => [word, meaning as Meaning])),
);

/** A value follows: `and x`, `when x`. */
export const operators: readonly string[] = 'and or not in when then else elsif ensure rescue'.split(' ');

/** A value may follow, but an `if` behind it is its condition: `return if done`. */
export const jumps: readonly string[] = 'return next break'.split(' ');
