/**
 * The sum by Neumaier's method: what is rounded away is summed beside it. The same terms with the other sign give the
 * same sum with the other sign, to the bit.
 */
export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
};
