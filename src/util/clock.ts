/** Milliseconds since 1970 with fractions, the same on all threads of a process. */
export const epochNow = (): number => origin + performance.now();

const origin = performance.timeOrigin;
