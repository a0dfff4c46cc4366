import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { StoredValue } from '../domain/stored-value.js';

/** Throws where the value holds what cannot be written down: a function, a promise, a socket. */
export const storeValue = (value: unknown): StoredValue => {
  if (value === undefined) return nothing;
  return stored(isExactJson(value, 0) ? JSON.stringify(value) : serialize(value));
};

export const stored = (data: StoredValue['data']): StoredValue =>
  data === null ? nothing : { data, hash: digest(typeof data === 'string' ? `json ${data}` : data) };

export const restoreValue = ({ data }: StoredValue): unknown => {
  if (data === null) return undefined;
  return typeof data === 'string' ? JSON.parse(data) : deserialize(data);
};

const hashLength = 32;

/** Half of a SHA-256: more than enough to tell values apart, and half as long. */
export const digest = (data: string | Uint8Array): string => hash('sha256', data, 'hex').slice(0, hashLength);

const nothing: StoredValue = { data: null, hash: digest('undefined') };

const deepest = 200;

/** Whether JSON gives back the very same value. */
const isExactJson = (value: unknown, depth: number): boolean => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < deepest && isExactObject(value, depth + 1));
    default:
      return false;
  }
};

const isExactObject = (value: object, depth: number): boolean => {
  if (Array.isArray(value)) {
    // What is not at an index would be lost, and a hole would become null.
    return Object.keys(value).length === value.length && value.every((item) => isExactJson(item, depth));
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype) return false;
  if ('toJSON' in value || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((item) => isExactJson(item, depth));
};
