import type { Finding } from '../domain/failure.js';
import { type OptionMention, option, optionPath } from '../domain/message.js';
import { type Arm, type Case, settingVariable } from '../domain/trial.js';
import { jsonProblem } from '../util/json-problem.js';
import { show } from '../util/show.js';
import { partOf } from './subject.js';

/** What is wrong with single cases. */
export const caseProblems = (cases: readonly unknown[]): Finding[] =>
  membersProblems({ at: option('cases'), members: cases, name: 'id', known: ['id', 'input', 'expected'] });

export const armProblems = (arms: readonly unknown[]): Finding[] => [
  ...membersProblems({ at: option('arms'), members: arms, name: 'name', known: ['name', 'settings'] }),
  ...arms.flatMap((arm, i): Finding[] => {
    const { settings } = (arm ?? {}) as Partial<Arm>;
    const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
    if (isObject) return alikeSettings(option('arms', i, 'settings'), Object.keys(settings));
    if (settings === undefined) return [];
    return [
      { subject: option('arms', i, 'settings'), expected: 'an object of settings by name', received: show(settings) },
    ];
  }),
];

/** Commands are told settings by variables, whose names have no small letters and no hyphens. */
const alikeSettings = (at: OptionMention, names: readonly string[]): Finding[] => {
  const seen = new Map<string, string>();
  return names.flatMap((name): Finding[] => {
    const variable = settingVariable(name);
    const before = seen.get(variable);
    seen.set(variable, name);
    if (before === undefined) return [];
    const expected = `a name that differs from ${show(before)} by more than case, - and _, as both would be ${variable}`;
    return [{ subject: partOf(at, name), expected, received: show(name) }];
  });
};

interface Members {
  readonly at: OptionMention;
  readonly members: readonly unknown[];
  /** The field that tells one from the others. */
  readonly name: 'id' | 'name';
  readonly known: readonly string[];
}

const membersProblems = ({ at: list, members, name, known }: Members): Finding[] => {
  const seen = new Map<string, number>();
  return members.flatMap((member, i): Finding[] => {
    const at = partOf(list, i);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) {
      return [{ subject: at, expected: `an object with ${known.join(', ')}`, received: show(member) }];
    }
    const own = (member as Record<string, unknown>)[name];
    if (typeof own !== 'string' || own.trim() === '') {
      return [{ subject: partOf(at, name), expected: 'a text that is not empty', received: show(own) }];
    }
    const before = seen.get(own);
    if (before !== undefined) {
      const expected = `another ${name} than that of ${optionPath(partOf(list, before))}`;
      return [{ subject: partOf(at, name), expected, received: show(own) }];
    }
    seen.set(own, i);
    return partsProblems(at, member, known);
  });
};

/** They are written down and handed to threads and commands, so they must be what JSON can hold. */
const partsProblems = (at: OptionMention, member: object, known: readonly string[]): Finding[] =>
  Object.entries(member).flatMap(([part, value]): Finding[] => {
    if (!known.includes(part)) {
      return [
        { subject: partOf(at, part), expected: `no such field (there are ${known.join(', ')})`, received: show(value) },
      ];
    }
    const problem = jsonProblem(value);
    if (!problem) return [];
    const subject = partOf(at, part, ...problem.at);
    return [{ subject, expected: 'what JSON can hold', received: problem.found }];
  });

/** A case or an arm as it is kept, with nothing in it that is undefined. */
export const plainCase = ({ id, input, expected }: Case): Case => ({
  id,
  input: plainJson(input),
  ...(expected === undefined ? {} : { expected: plainJson(expected) }),
});

export const plainArm = ({ name, settings }: Arm): Arm => ({
  name,
  ...(settings === undefined ? {} : { settings: plainJson(settings) as Arm['settings'] }),
});

const plainJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
