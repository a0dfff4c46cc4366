/** The same function, which works each answer out once. */
export const remember = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value;
    const value = make(key);
    known.set(key, value);
    return value;
  };
};
