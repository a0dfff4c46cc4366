/** Milliseconds since 1970 to the microsecond, the same on all threads of a process. */
export const epochNow = (): number => Math.round((origin + performance.now()) * 1000) / 1000;

const origin = performance.timeOrigin;
