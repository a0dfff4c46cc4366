import { settingVariable, type Trial } from '../../domain/trial.js';

/** What the words of a command may name of a trial. */
export type TrialName = 'case' | 'arm' | 'replication' | 'input' | `setting.${string}`;

const settingName = /^setting\.([\w-]+)$/;

export const isTrialName = (name: string): name is TrialName =>
  ['case', 'arm', 'replication', 'input'].includes(name) || settingName.test(name);

/** As text within a word. What an arm does not set is empty. */
export const trialText = (trial: Trial, name: TrialName): string => textOf(meaningOf(trial, name));

/** As a word of its own: a list is several, and what an arm does not set is none. */
export const trialWords = (trial: Trial, name: TrialName): readonly string[] => {
  const value = meaningOf(trial, name);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
};

/** By variable: what a command is told of its trial. */
export const trialVariables = (trial: Trial): Record<string, string> => ({
  SUBPLAN_CASE: trialText(trial, 'case'),
  SUBPLAN_ARM: trialText(trial, 'arm'),
  SUBPLAN_REPLICATION: trialText(trial, 'replication'),
  SUBPLAN_INPUT: trialText(trial, 'input'),
  ...Object.fromEntries(
    Object.keys(trial.arm.settings).map((name) => [
      trialVariable(`setting.${name}`),
      trialText(trial, `setting.${name}`),
    ]),
  ),
});

/** The variable that has it. */
export const trialVariable = (name: TrialName): string =>
  name.startsWith('setting.') ? settingVariable(name.slice('setting.'.length)) : `SUBPLAN_${name.toUpperCase()}`;

const meaningOf = (trial: Trial, name: TrialName): unknown => {
  switch (name) {
    case 'case':
      return trial.case.id;
    case 'arm':
      return trial.arm.name;
    case 'replication':
      return trial.replication;
    case 'input':
      return trial.case.input;
    default: {
      const { settings } = trial.arm;
      const own = name.slice('setting.'.length);
      return Object.hasOwn(settings, own) ? settings[own] : undefined;
    }
  }
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
