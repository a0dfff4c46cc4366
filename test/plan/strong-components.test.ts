import { describe, expect, it } from 'vitest';
import { strongComponents } from '../../src/plan/strong-components.js';

const many = 100_000;

describe('strongly connected components', () => {
  it('of nothing are none, and a node alone is one', () => {
    expect([...strongComponents([])]).toEqual([]);
    expect([...strongComponents([[]])]).toEqual([0]);
  });

  it('are numbered after what they lead to', () => {
    expect([...strongComponents([[1], [2], [1, 3], []])]).toEqual([2, 1, 1, 0]);
  });

  it('are found in a row and in a circle that are far longer than the stack', () => {
    const row = strongComponents(Array.from({ length: many }, (_, i) => (i + 1 < many ? [i + 1] : [])));
    expect([row[0], row[many - 1]]).toEqual([many - 1, 0]);
    const circle = strongComponents(Array.from({ length: many }, (_, i) => [(i + 1) % many]));
    expect(new Set(circle)).toEqual(new Set([0]));
  });
});
