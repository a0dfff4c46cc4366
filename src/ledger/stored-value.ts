import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { StoredValue } from '../domain/stored-value.js';

/** Throws where the value holds what cannot be written down: a function, a promise, a socket. */
export const storeValue = (value: unknown): StoredValue => {
  if (value === undefined) return nothing;
  if (isExactJson(value, new Set())) return stored(JSON.stringify(value));
  const bytes = serialize(value);
  refuseClasses(value, new Set());
  return stored(bytes);
};

/** What V8 gives back as it was. Of anything else it would leave the class away without a word. */
const kept = [Map, Set, Date, RegExp, Error, ArrayBuffer, Boolean, Number, String, BigInt];

const refuseClasses = (value: unknown, seen: Set<object>): void => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype || Array.isArray(value);
  if (!isPlain && !ArrayBuffer.isView(value) && !kept.some((one) => value instanceof one)) {
    const name = prototype.constructor?.name || 'a class without a name';
    throw new TypeError(`an object of ${name} would come back without its class`);
  }
  if (value instanceof Map) for (const pair of value) for (const one of pair) refuseClasses(one, seen);
  else if (value instanceof Set) for (const one of value) refuseClasses(one, seen);
  else if (!ArrayBuffer.isView(value)) for (const one of Object.values(value)) refuseClasses(one, seen);
};

export const stored = (data: StoredValue['data']): StoredValue =>
  data === null ? nothing : { data, hash: digest(typeof data === 'string' ? `json ${data}` : data) };

export const restoreValue = ({ data }: StoredValue): unknown => {
  if (data === null) return undefined;
  // Of a copy: arrays of bytes in the value are views of what they are made from.
  return typeof data === 'string' ? JSON.parse(data) : deserialize(Uint8Array.from(data));
};

const hashLength = 32;

/** Half of a SHA-256: more than enough to tell values apart, and half as long. */
export const digest = (data: string | Uint8Array): string => hash('sha256', data, 'hex').slice(0, hashLength);

const nothing: StoredValue = { data: null, hash: digest('undefined') };

const deepest = 200;

/** Whether JSON gives back the very same value. `seen`: the objects met before it. */
const isExactJson = (value: unknown, seen: Set<object>, depth = 0): boolean => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < deepest && isExactObject(value, seen, depth + 1));
    default:
      return false;
  }
};

const isExactObject = (value: object, seen: Set<object>, depth: number): boolean => {
  // What stands in two places is one thing, of which JSON would make two; looking into it again could go on for ever.
  if (seen.has(value)) return false;
  seen.add(value);
  if ('toJSON' in value) return false;
  if (Array.isArray(value)) {
    // A hole would become null, and what is not at an index would be lost.
    if (Object.keys(value).length !== value.length) return false;
    for (let i = 0; i < value.length; i++) {
      if (!Object.hasOwn(value, i) || !isExactJson(value[i], seen, depth)) return false;
    }
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((item) => isExactJson(item, seen, depth));
};
