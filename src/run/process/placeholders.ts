import { type CommandFacts, filesOf, nodeOf } from './command-facts.js';

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
  | 'fileList';

export const placeholderPattern = /\{(files|id|label|goal|prompt|root|try|round|feedback|fileList)\}/g;

export const mentions = (words: readonly string[], placeholder: Placeholder): boolean =>
  words.some((word) => word.includes(`{${placeholder}}`));

/** What placeholders stand for; `files` has a word for each. */
export interface Meanings {
  readonly files: readonly string[];
  readonly text: (name: Exclude<Placeholder, 'files'>) => string;
}

/** Text that comes in for a placeholder is not looked at again: a goal may speak of `{files}`. */
export const expandWords = (words: readonly string[], { files, text }: Meanings): string[] =>
  words.flatMap((word) => {
    if (word === '{files}') return files;
    if (!word.includes('{')) return [word];
    return [
      word.replace(placeholderPattern, (_, name: Placeholder) => (name === 'files' ? files.join(' ') : text(name))),
    ];
  });

/** No command must take the name of a file for an option. */
export const fileWords = (facts: CommandFacts): string[] =>
  filesOf(facts).map((file) => (file.startsWith('-') ? `./${file}` : file));

export const meaningOf = (facts: CommandFacts, name: Exclude<Placeholder, 'files' | 'prompt' | 'fileList'>): string => {
  switch (name) {
    case 'id':
      return nodeOf(facts).id;
    case 'label':
      return nodeOf(facts).label;
    case 'goal':
      return facts.goal ?? '';
    case 'root':
      return facts.root;
    case 'try':
      return String(facts.sample?.try ?? 1);
    case 'round':
      return String(facts.sample?.round ?? 1);
    case 'feedback':
      return facts.sample?.feedback ?? '';
  }
};
