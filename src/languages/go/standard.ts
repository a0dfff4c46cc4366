/** The first words of the standard library's import paths. It grows by a word every few years; the list need not keep up. */
const words = new Set(
  (
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt ' +
    'go hash html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort ' +
    'strconv strings structs sync syscall testing text time unicode unique unsafe weak'
  ).split(' '),
);

export const isStandard = (path: string): boolean => {
  const slash = path.indexOf('/');
  return words.has(slash < 0 ? path : path.slice(0, slash));
};
