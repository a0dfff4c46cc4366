/**
 * What is said to a user, as data: text, and what the text names. Each surface has its own name for it: `maxTokens` in the
 * library, `--max-tokens` on the command line. Plain values, so that a message crosses threads and can be written down.
 */
export type Message = readonly (string | Mention)[];

/** What a message can name. A new kind does not compile until every `Wording` has words for it. */
type Mention = OptionMention | WithoutMention | CallMention | CommandMention | FunctionMention;

/** An option, or a part of one: `sampling.depth`, `limits.gpu`, `cases[2].name`. */
export interface OptionMention {
  readonly option: string;
  readonly path?: readonly (string | number)[];
  /** Where it is named together with a value: `reuse: true`, `tokens: 'estimate'`. */
  readonly value?: string | number | boolean;
}

/** To leave an option out; `--no-ledger` where a command would set it by itself. */
export interface WithoutMention {
  readonly without: string;
}

/** What runs a task or an experiment, with options: `execute({ resume: '1a2b' })`. */
export interface CallMention {
  readonly call: 'run' | 'experiment';
  readonly with: readonly OptionMention[];
}

/** A command that the library has no twin of: `subplan runs`. */
export interface CommandMention {
  readonly command: string;
}

/** Where a function is given that no ledger can hold, when a run is resumed. */
export interface FunctionMention {
  readonly functionOf: string;
}

/** How a surface names things. */
export interface Wording {
  readonly option: (mention: OptionMention) => string;
  readonly without: (mention: WithoutMention) => string;
  readonly call: (mention: CallMention) => string;
  readonly command: (mention: CommandMention) => string;
  readonly functionOf: (mention: FunctionMention) => string;
}

export type Said = string | number | Mention | Message;

/** Makes a message: say`lower ${option('maxParallel')}`. Text that stands in it is never looked at again. */
export const say = (chunks: TemplateStringsArray, ...named: readonly Said[]): Message =>
  together(chunks.flatMap((chunk, i) => (i === 0 ? [chunk] : [named[i - 1], chunk])));

/** Messages in a row, as one. */
export const together = (parts: readonly Said[]): Message => {
  const message: (string | Mention)[] = [];
  for (const part of parts.flatMap(partsOf)) {
    const last = message.at(-1);
    if (typeof part !== 'string') message.push(part);
    else if (typeof last === 'string') message[message.length - 1] = `${last}${part}`;
    else if (part !== '') message.push(part);
  }
  return message;
};

const partsOf = (said: Said): Message => {
  if (typeof said === 'string' || typeof said === 'number') return [String(said)];
  return isMention(said) ? [said] : said;
};

const isMention = (said: Mention | Message): said is Mention => !Array.isArray(said);

export const option = (name: string, ...path: readonly (string | number)[]): OptionMention =>
  path.length === 0 ? { option: name } : { option: name, path };

/** An option together with a value. */
export const setting = (named: string | OptionMention, value: string | number | boolean): OptionMention => ({
  ...(typeof named === 'string' ? option(named) : named),
  value,
});

export const without = (name: string): WithoutMention => ({ without: name });

export const command = (words: string): CommandMention => ({ command: words });

export const call = (what: CallMention['call'], ...options: readonly OptionMention[]): CallMention => ({
  call: what,
  with: options,
});

export const functionOf = (name: string): FunctionMention => ({ functionOf: name });

/** A message in the words of a surface. */
export const worded = (message: string | Message, wording: Wording = libraryWords): string =>
  typeof message === 'string'
    ? message
    : message.map((part) => (typeof part === 'string' ? part : mentioned(part, wording))).join('');

const mentioned = (mention: Mention, wording: Wording): string => {
  if ('option' in mention) return wording.option(mention);
  if ('without' in mention) return wording.without(mention);
  if ('call' in mention) return wording.call(mention);
  if ('command' in mention) return wording.command(mention);
  return wording.functionOf(mention);
};

/** `limits.gpu`, `cases[2].name`. */
export const optionPath = ({ option: name, path = [] }: OptionMention): string =>
  path.reduce<string>((at, step) => (typeof step === 'number' ? `${at}[${step}]` : `${at}.${step}`), name);

/** How the library names things. */
export const libraryWords: Wording = {
  option: (mention) =>
    mention.value === undefined ? optionPath(mention) : `${optionPath(mention)}: ${literal(mention.value)}`,
  without: ({ without: name }) => `leave out ${name}`,
  call: ({ call: what, with: options }) => {
    const given = options.map((one) => libraryWords.option(one)).join(', ');
    return `${what === 'run' ? 'execute' : 'experiment'}(${given === '' ? '' : `{ ${given} }`})`;
  },
  command: ({ command: words }) => `\`subplan ${words}\``,
  functionOf: ({ functionOf: name }) => `execute({ resume, ${name} })`,
};

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value}'` : String(value);
