import type { Finding } from '../../domain/failure.js';
import { type OptionMention, optionPath } from '../../domain/message.js';
import type { Arm, ArmSettings, Case } from '../../domain/trial.js';
import { show } from '../../util/show.js';
import { partOf } from '../subject.js';
import { isMisnamed, unknownName } from './named-fields.js';

/** Where cases and arms are read from. */
export interface MemberSource {
  readonly problems: Finding[];
  /** A number as it is written: `007`, not 7. */
  readonly written: (field: OptionMention) => string | undefined;
}

/** Cases one after the other: an id that stood before is refused. */
export const caseReader = (source: MemberSource) => {
  const isNew = unlikeOthers('id', source);
  /** `called`: what it is called where a later one has its id too. */
  return (at: OptionMention, value: unknown, called = optionPath(at)): Case | undefined => {
    const before = source.problems.length;
    if (!hasOnly(at, value, ['id', 'input', 'expected'], source)) return undefined;
    const id = nameIn(partOf(at, 'id'), value.id, source);
    if (value.input === undefined && !isMisnamed('input', source.problems.slice(before))) {
      source.problems.push({ subject: partOf(at, 'input'), expected: 'any value', received: 'nothing' });
    }
    if (id === undefined || !isNew(at, id, called) || value.input === undefined) return undefined;
    return { id, input: value.input, ...(value.expected === undefined ? {} : { expected: value.expected }) };
  };
};

export const readCaseList = (at: OptionMention, list: readonly unknown[], source: MemberSource): Case[] => {
  const read = caseReader(source);
  return list.map((one, i) => read(partOf(at, i), one)).filter((one) => one !== undefined);
};

/** A list of names with settings, or settings by name. */
export const readArms = (at: OptionMention, arms: object, source: MemberSource): Arm[] => {
  if (!Array.isArray(arms)) {
    return Object.entries(arms).flatMap(([name, settings]) => {
      const arm = partOf(at, name);
      return isName(arm, name, source) ? [armOf(name, arm, settings, source)] : [];
    });
  }
  const isNew = unlikeOthers('name', source);
  return arms.flatMap((arm: unknown, i) => {
    const member = partOf(at, i);
    if (!hasOnly(member, arm, ['name', 'settings'], source)) return [];
    const name = nameIn(partOf(member, 'name'), arm.name, source);
    if (name === undefined || !isNew(member, name)) return [];
    return [armOf(name, partOf(member, 'settings'), arm.settings, source)];
  });
};

/** A name with nothing behind it has no settings. */
const armOf = (name: string, subject: OptionMention, settings: unknown, { problems }: MemberSource): Arm => {
  if (settings === undefined || settings === null) return { name };
  if (!isObject(settings)) problems.push({ subject, expected: 'settings by name', received: show(settings) });
  return { name, settings: settings as ArmSettings };
};

const unlikeOthers = (part: 'id' | 'name', { problems }: MemberSource) => {
  const before = new Map<string, string>();
  return (at: OptionMention, name: string, called = optionPath(at)): boolean => {
    const other = before.get(name);
    if (other === undefined) before.set(name, called);
    else
      problems.push({
        subject: partOf(at, part),
        expected: `another ${part} than ${other} has`,
        received: show(name),
      });
    return other === undefined;
  };
};

/** A number is taken for its digits: nobody who writes `id: 7` means anything else. */
const nameIn = (at: OptionMention, given: unknown, source: MemberSource): string | undefined => {
  const name = typeof given === 'number' ? (source.written(at) ?? String(given)) : given;
  return isName(at, name, source) ? name : undefined;
};

const isName = (subject: OptionMention, name: unknown, { problems }: MemberSource): name is string => {
  if (typeof name === 'string' && name.trim() !== '') return true;
  problems.push({
    subject,
    expected: 'a text that is not empty',
    received: name === undefined ? 'nothing' : show(name),
  });
  return false;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (
  at: OptionMention,
  value: unknown,
  known: readonly string[],
  { problems }: MemberSource,
): value is Record<string, unknown> => {
  if (!isObject(value)) {
    problems.push({ subject: at, expected: `an object with ${known.join(', ')}`, received: show(value) });
    return false;
  }
  for (const [key, given] of Object.entries(value)) {
    if (known.includes(key)) continue;
    problems.push({ subject: partOf(at, key), expected: unknownName(key, known), received: show(given) });
  }
  return true;
};
