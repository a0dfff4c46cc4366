import { type Finding, type Problem, problemIn } from '../../domain/failure.js';
import { type OptionMention, optionPath, type Wording, worded } from '../../domain/message.js';
import { textExpected } from '../../options/text-words.js';
import { flagWords } from '../flag-words.js';
import { flagAround, longName, nameOf, type OptionFlag } from './flag.js';
import { type Settings, type Source, sourceText } from './source.js';

/**
 * Words what is wrong with settings, each by the place it came from. A configuration takes what the library takes; flags and
 * variables are text, and have words of their own.
 */
export const settingsWords = (settings: Settings, flags: readonly OptionFlag[]): ((finding: Finding) => Problem) => {
  const wording = wordingOf(settings, flags);
  return (finding) => {
    const { subject, expected, received, fault = 'value' } = finding;
    const flag = typeof subject === 'string' ? undefined : flagFor(flags, subject);
    if (typeof subject === 'string' || !flag || sourceOf(settings, flag).kind === 'config')
      return problemIn(wording)(finding);
    return {
      field: wording.option(subject),
      // One option may be wrong for the sake of another.
      expected:
        fault === 'relation' ? worded(expected, wording) : textExpected(flag.field, flag, valueAt(settings, flag)),
      received,
    };
  };
};

/** Whether a flag or a variable set the option that is named. */
export const isGiven = (settings: Settings, flags: readonly OptionFlag[], subject: Finding['subject']): boolean => {
  const flag = typeof subject === 'string' ? undefined : flagFor(flags, subject);
  const source = flag && (settings.sources.get(nameOf(flag)) ?? settings.sources.get(flag.option));
  return source !== undefined && source.kind !== 'config';
};

/** Names options by where they were given, and by their flags where they were not. */
const wordingOf = (settings: Settings, flags: readonly OptionFlag[]): Wording => ({
  ...flagWords,
  option: (mention) => {
    const flag = flagFor(flags, mention);
    return flag ? sourceText(optionPath(mention), sourceOf(settings, flag)) : flagWords.option(mention);
  },
});

/** A whole that no flag sets is named by the first of its parts. */
const flagFor = (flags: readonly OptionFlag[], mention: OptionMention): OptionFlag | undefined =>
  flagAround(flags, mention) ?? flags.find(({ option }) => option === mention.option);

const sourceOf = ({ sources }: Settings, flag: OptionFlag): Source =>
  sources.get(nameOf(flag)) ?? sources.get(flag.option) ?? { kind: 'flag', name: longName(flag) };

const valueAt = ({ options }: Settings, flag: OptionFlag): unknown =>
  nameOf(flag)
    .split('.')
    .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], options);
