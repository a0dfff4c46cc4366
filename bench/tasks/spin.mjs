/** A fixed amount of work that nothing can be left away from: some 50 ms of one core. */
export const spin = () => {
  let state = 1;
  for (let i = 0; i < 20_000_000; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
};

export default spin;
