/**
 * Adds fields that are made when first asked for. Labels, contexts and dependencies cost as much as the clustering on a
 * big graph, and a caller that only wants the files of the leaves never looks at them.
 */
export const withLazy = <T extends object, K extends keyof T>(
  fields: Omit<T, K>,
  makers: { [F in K]: () => T[F] },
): T => {
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(fields, name, { enumerable: true, get: lazy(make) });
  }
  return fields as T;
};

export const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
