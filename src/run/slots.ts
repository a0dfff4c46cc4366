/** Which node's attempt holds which slot. */
export class Slots {
  readonly #nodeOf: number[] = [];
  readonly #slotOf: Int32Array;
  readonly #free: number[] = [];

  constructor(nodes: number) {
    this.#slotOf = new Int32Array(nodes);
  }

  take(node: number): number {
    const slot = this.#free.pop() ?? this.#nodeOf.length;
    this.#nodeOf[slot] = node;
    this.#slotOf[node] = slot;
    return slot;
  }

  /** The node keeps its number until the slot is taken again. */
  release(slot: number): void {
    this.#free.push(slot);
  }

  nodeOf(slot: number): number {
    return this.#nodeOf[slot];
  }

  slotOf(node: number): number {
    return this.#slotOf[node];
  }
}
