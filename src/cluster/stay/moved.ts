/**
 * How many files stand in another leaf than before. Leaves before and after are matched one to one by the files they share,
 * most first; a file has moved unless its leaf is the match of its old one.
 */
export const countMoved = (home: Int32Array, leaf: Int32Array): number => {
  const shared = new Map<string, { readonly old: number; readonly now: number; files: number }>();
  let followed = 0;
  for (let file = 0; file < home.length; file++) {
    if (home[file] < 0) continue;
    followed++;
    const key = `${home[file]} ${leaf[file]}`;
    const pair = shared.get(key) ?? { old: home[file], now: leaf[file], files: 0 };
    pair.files++;
    shared.set(key, pair);
  }
  const [matched, taken] = [new Set<number>(), new Set<number>()];
  for (const { old, now, files } of [...shared.values()].sort((a, b) => b.files - a.files || a.old - b.old)) {
    if (matched.has(old) || taken.has(now)) continue;
    matched.add(old);
    taken.add(now);
    followed -= files;
  }
  return followed;
};
