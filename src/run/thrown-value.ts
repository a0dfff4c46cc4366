import type { ThrownValue } from '../domain/attempt-failure.js';
import { show } from '../util/show.js';

/** Errors nest without end only by mistake. */
const deepest = 8;
const mostProperties = 32;
const longest = 100_000;
const known = new Set(['name', 'message', 'stack', 'code', 'cause', 'errors', 'retryable']);

/**
 * Anything that was thrown, as a plain value: an error with all it says, or `undefined`, a text, a proxy, an object whose
 * getters throw. Never throws itself.
 */
export const thrownValue = (thrown: unknown, depth = 0): ThrownValue => {
  if (!isObject(thrown)) return { name: 'thrown', message: typeof thrown === 'string' ? clip(thrown) : show(thrown) };
  const [name, message, stack] = [text(get(thrown, 'name')), text(get(thrown, 'message')), text(get(thrown, 'stack'))];
  const code = get(thrown, 'code');
  const [cause, errors] = [get(thrown, 'cause'), get(thrown, 'errors')];
  const properties = plainProperties(thrown);
  const goesOn = depth < deepest;
  return {
    name: name ?? 'Error',
    message: message ?? (safely(() => show(thrown)) || 'an object that cannot be looked at'),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || !goesOn ? {} : { cause: thrownValue(cause, depth + 1) }),
    ...(Array.isArray(errors) && goesOn
      ? { errors: errors.slice(0, mostProperties).map((error) => thrownValue(error, depth + 1)) }
      : {}),
    ...(properties === undefined ? {} : { properties }),
  };
};

/** An error says `retryable: false` where trying again is of no use; all others may be worth it. */
export const saysRetryable = (thrown: unknown): boolean => !isObject(thrown) || get(thrown, 'retryable') !== false;

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const get = (from: object, name: string): unknown => safely(() => (from as Record<string, unknown>)[name]);

const text = (value: unknown): string | undefined => (typeof value === 'string' ? clip(value) : undefined);

const clip = (value: string): string => (value.length > longest ? `${value.slice(0, longest)}…` : value);

/** Own properties that can be written down, such as `status` and `headers`. */
const plainProperties = (thrown: object): Record<string, unknown> | undefined => {
  const names = (safely(() => Object.keys(thrown)) ?? []).filter((name) => !known.has(name)).slice(0, mostProperties);
  const found = names.flatMap((name): [string, unknown][] => {
    const json = safely(() => JSON.stringify((thrown as Record<string, unknown>)[name]));
    return json === undefined || json.length > longest ? [] : [[name, JSON.parse(json)]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
};

const safely = <V>(read: () => V): V | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
