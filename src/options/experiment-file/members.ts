import type { Problem } from '../../domain/failure.js';
import type { Arm, ArmSettings, Case } from '../../domain/trial.js';
import { show } from '../../util/show.js';
import { fieldOf } from './field-path.js';
import { isMisnamed, unknownName } from './named-fields.js';

/** Where cases and arms are read from. */
export interface MemberSource {
  readonly problems: Problem[];
  /** A number as it is written: `007`, not 7. */
  readonly written: (field: string) => string | undefined;
}

/** Cases one after the other: an id that stood before is refused. */
export const caseReader = (source: MemberSource) => {
  const isNew = unlikeOthers('id', source);
  /** `called`: what it is called where a later one has its id too. */
  return (field: string, value: unknown, called = field): Case | undefined => {
    const before = source.problems.length;
    if (!hasOnly(field, value, ['id', 'input', 'expected'], source)) return undefined;
    const id = nameIn(fieldOf(field, 'id'), value.id, source);
    if (value.input === undefined && !isMisnamed('input', source.problems.slice(before))) {
      source.problems.push({ field: fieldOf(field, 'input'), expected: 'any value', received: 'nothing' });
    }
    if (id === undefined || !isNew(field, id, called) || value.input === undefined) return undefined;
    return { id, input: value.input, ...(value.expected === undefined ? {} : { expected: value.expected }) };
  };
};

export const readCaseList = (field: string, list: readonly unknown[], source: MemberSource): Case[] => {
  const read = caseReader(source);
  return list.map((one, i) => read(fieldOf(field, i), one)).filter((one) => one !== undefined);
};

/** A list of names with settings, or settings by name. */
export const readArms = (field: string, arms: object, source: MemberSource): Arm[] => {
  if (!Array.isArray(arms)) {
    return Object.entries(arms).flatMap(([name, settings]) => {
      const at = fieldOf(field, name);
      return isName(at, name, source) ? [armOf(name, at, settings, source)] : [];
    });
  }
  const isNew = unlikeOthers('name', source);
  return arms.flatMap((arm: unknown, i) => {
    const at = fieldOf(field, i);
    if (!hasOnly(at, arm, ['name', 'settings'], source)) return [];
    const name = nameIn(fieldOf(at, 'name'), arm.name, source);
    if (name === undefined || !isNew(at, name)) return [];
    return [armOf(name, fieldOf(at, 'settings'), arm.settings, source)];
  });
};

/** A name with nothing behind it has no settings. */
const armOf = (name: string, field: string, settings: unknown, { problems }: MemberSource): Arm => {
  if (settings === undefined || settings === null) return { name };
  if (!isObject(settings)) problems.push({ field, expected: 'settings by name', received: show(settings) });
  return { name, settings: settings as ArmSettings };
};

const unlikeOthers = (part: 'id' | 'name', { problems }: MemberSource) => {
  const before = new Map<string, string>();
  return (field: string, name: string, called = field): boolean => {
    const other = before.get(name);
    if (other === undefined) before.set(name, called);
    else
      problems.push({
        field: fieldOf(field, part),
        expected: `another ${part} than ${other} has`,
        received: show(name),
      });
    return other === undefined;
  };
};

/** A number is taken for its digits: nobody who writes `id: 7` means anything else. */
const nameIn = (field: string, given: unknown, source: MemberSource): string | undefined => {
  const name = typeof given === 'number' ? (source.written(field) ?? String(given)) : given;
  return isName(field, name, source) ? name : undefined;
};

const isName = (field: string, name: unknown, { problems }: MemberSource): name is string => {
  if (typeof name === 'string' && name.trim() !== '') return true;
  problems.push({ field, expected: 'a text that is not empty', received: name === undefined ? 'nothing' : show(name) });
  return false;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (
  field: string,
  value: unknown,
  known: readonly string[],
  { problems }: MemberSource,
): value is Record<string, unknown> => {
  if (!isObject(value)) {
    problems.push({ field, expected: `an object with ${known.join(', ')}`, received: show(value) });
    return false;
  }
  for (const [key, given] of Object.entries(value)) {
    if (known.includes(key)) continue;
    problems.push({ field: fieldOf(field, key), expected: unknownName(key, known), received: show(given) });
  }
  return true;
};
