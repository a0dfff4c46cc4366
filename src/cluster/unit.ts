/** Files that stay together, sorted. */
export type Unit = readonly number[];
