/** How many cases a property is tried with: few in the tests, and `npm run soak -- properties` multiplies them. */
export const rounds = (few: number): { readonly numRuns: number } => ({
  numRuns: few * Number(process.env.SUBPLAN_ROUNDS ?? 1),
});
