/**
 * The strongly connected component of each node, by number. A component is numbered after all that it leads to, so an
 * edge between two components goes from the greater number to the smaller.
 *
 * Tarjan's method without recursion: graphology's own recurses once a node, and 7,000 leaves in a row overflow the stack.
 */
export const strongComponents = (targets: readonly (readonly number[])[]): Int32Array => {
  const size = targets.length;
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const component = new Int32Array(size).fill(-1);
  const next = new Int32Array(size);
  const open: number[] = [];
  let [visited, count] = [0, 0];
  for (let start = 0; start < size; start++) {
    if (order[start] >= 0) continue;
    const path = [start];
    order[start] = low[start] = visited++;
    open.push(start);
    while (path.length > 0) {
      const v = path[path.length - 1];
      if (next[v] < targets[v].length) {
        const target = targets[v][next[v]++];
        if (order[target] < 0) {
          order[target] = low[target] = visited++;
          open.push(target);
          path.push(target);
        } else if (component[target] < 0) low[v] = Math.min(low[v], order[target]);
        continue;
      }
      path.pop();
      if (path.length > 0) low[path[path.length - 1]] = Math.min(low[path[path.length - 1]], low[v]);
      if (low[v] !== order[v]) continue;
      for (let member = -1; member !== v; ) {
        member = open.pop() as number;
        component[member] = count;
      }
      count++;
    }
  }
  return component;
};
