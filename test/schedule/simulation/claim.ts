/** Throws where an invariant is broken. */
export const claim = (holds: boolean, invariant: string, node?: number): void => {
  if (!holds) throw new Error(node === undefined ? invariant : `${invariant} (node ${node})`);
};
