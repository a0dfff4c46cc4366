import { type CommandFacts, filesOf, nodeOf, trialOf } from './command-facts.js';
import { isTrialName, type TrialName, trialText, trialWords } from './trial-words.js';

/** What stands for something else in the words of a command. */
export type Placeholder =
  | 'files'
  | 'id'
  | 'label'
  | 'goal'
  | 'prompt'
  | 'root'
  | 'try'
  | 'round'
  | 'feedback'
  | 'fileList'
  | 'project'
  | TrialName;

export const placeholderPattern =
  /\{(files|id|label|goal|prompt|root|try|round|feedback|fileList|project|case|arm|replication|input|setting\.[\w-]+)\}/g;

/** Those that speak of a trial mean nothing elsewhere, and stay as they are there. */
export const isMeant = (name: string, facts: CommandFacts): name is Placeholder =>
  !(isTrialName(name) || name === 'project') || trialOf(facts) !== undefined;

export const mentions = (words: readonly string[], placeholder: Placeholder): boolean =>
  words.some((word) => word.includes(`{${placeholder}}`));

/** What placeholders stand for; `files` has a word for each. */
export interface Meanings {
  readonly files: readonly string[];
  readonly text: (name: Exclude<Placeholder, 'files'>) => string;
  /** What a word becomes that is nothing but a placeholder; undefined where it is text like any other. */
  readonly words?: (word: string) => readonly string[] | undefined;
  readonly isMeant?: (name: string) => boolean;
}

/** Text that comes in for a placeholder is not looked at again: a goal may speak of `{files}`. */
export const expandWords = (words: readonly string[], { files, text, words: many, isMeant }: Meanings): string[] =>
  words.flatMap((word) => {
    if (word === '{files}') return files;
    if (!word.includes('{')) return [word];
    const own = many?.(word);
    if (own) return own;
    return [
      word.replace(placeholderPattern, (written, name: Placeholder) => {
        if (isMeant && !isMeant(name)) return written;
        return name === 'files' ? files.join(' ') : text(name);
      }),
    ];
  });

/** The words that a word for something of a trial stands for. */
export const wordsOfTrial = (facts: CommandFacts, word: string): readonly string[] | undefined => {
  const trial = trialOf(facts);
  const name = word.slice(1, -1);
  return trial && word === `{${name}}` && isTrialName(name) ? trialWords(trial, name) : undefined;
};

/** No command must take the name of a file for an option. */
export const fileWords = (facts: CommandFacts): string[] =>
  filesOf(facts).map((file) => (file.startsWith('-') ? `./${file}` : file));

export const meaningOf = (facts: CommandFacts, name: Exclude<Placeholder, 'files' | 'prompt' | 'fileList'>): string => {
  if (isTrialName(name)) {
    const trial = trialOf(facts);
    return trial ? trialText(trial, name) : '';
  }
  switch (name) {
    case 'id':
      return nodeOf(facts).id;
    case 'label':
      return nodeOf(facts).label;
    case 'goal':
      return facts.goal ?? '';
    case 'root':
      return facts.root;
    case 'project':
      return facts.project ?? facts.root;
    case 'try':
      return String(facts.sample?.try ?? 1);
    case 'round':
      return String(facts.sample?.round ?? 1);
    case 'feedback':
      return facts.sample?.feedback ?? '';
  }
};
