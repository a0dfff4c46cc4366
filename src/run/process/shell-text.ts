import { type Placeholder, placeholderPattern } from './placeholders.js';
import { isTrialName, type TrialName, trialVariable } from './trial-words.js';

const variables: Readonly<Record<Exclude<Placeholder, 'files' | TrialName>, string>> = {
  id: 'SUBPLAN_ID',
  label: 'SUBPLAN_LABEL',
  goal: 'SUBPLAN_GOAL',
  prompt: 'SUBPLAN_PROMPT',
  root: 'SUBPLAN_ROOT',
  project: 'SUBPLAN_PROJECT',
  try: 'SUBPLAN_TRY',
  round: 'SUBPLAN_ROUND',
  feedback: 'SUBPLAN_FEEDBACK',
  fileList: 'SUBPLAN_FILE_LIST',
};

/** The variable that has what a placeholder stands for, where a shell runs the text. */
export const variableOf = (name: Exclude<Placeholder, 'files'>): string =>
  isTrialName(name) ? trialVariable(name) : variables[name];

/**
 * A text for `sh -c` in which placeholders have become references to variables: a shell never runs what comes out of one,
 * so names of files and goals cannot be run as code. How it is quoted is told apart only to get the words right; a mistake
 * about that may split a word and never runs anything. In single quotes, which a shell takes as they are, the reference
 * stays one: the text may be a program for another shell, and pasting a name into it would run it there.
 */
export const shellText = (text: string, isMeant: (name: string) => boolean = () => true): string => {
  const quotes = quotesOf(text);
  return text.replace(placeholderPattern, (placeholder, name: Placeholder, at: number) => {
    // `${goal}` is a variable of the user's own.
    if (text[at - 1] === '$' || !isMeant(name)) return placeholder;
    const isQuoted = quotes[at] === '"';
    if (name !== 'files') return isQuoted ? `\${${variableOf(name)}}` : `"$${variableOf(name)}"`;
    if (isQuoted) return '$*';
    const isWord = endsWord(text[at - 1]) && endsWord(text[at + placeholder.length]);
    return isWord ? '"$@"' : '"$*"';
  });
};

const endsWord = (character: string | undefined): boolean => character === undefined || /[\s;&|()<>'`]/.test(character);

/** For each place of a text the quote it stands in: `"`, `'`, or ` ` for none. */
const quotesOf = (text: string): string => {
  let quotes = '';
  // In "$( … )" quoting begins anew.
  const around: string[] = [' '];
  for (let at = 0; at < text.length; at++) {
    const quote = around[around.length - 1];
    quotes += quote;
    const character = text[at];
    if (quote === "'") {
      if (character === "'") around.pop();
    } else if (character === '\\') {
      quotes += quote;
      at++;
    } else if (character === '"') {
      if (quote === '"') around.pop();
      else around.push('"');
    } else if (character === "'" && quote === ' ') {
      around.push("'");
    } else if (character === '(' && (text[at - 1] === '$' || quote === ' ')) {
      around.push(' ');
    } else if (character === ')' && quote === ' ' && around.length > 1) {
      around.pop();
    }
  }
  return quotes;
};
