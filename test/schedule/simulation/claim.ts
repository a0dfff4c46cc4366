/** Throws where an invariant is broken. What takes work to say is a function, since almost nothing is ever broken. */
export const claim = (holds: boolean, invariant: string | (() => string), node?: number): void => {
  if (holds) return;
  const said = typeof invariant === 'string' ? invariant : invariant();
  throw new Error(node === undefined ? said : `${said} (node ${node})`);
};
