const two = (value: number): string => String(value).padStart(2, '0');

/** How long something took: `240 ms`, `1.2 s`, `2 min 05 s`, `1 h 02 min`. */
export const took = (ms: number): string => {
  const real = Math.max(0, ms);
  if (Math.round(real) < 1000) return `${Math.round(real)} ms`;
  return real < 59_950 ? `${(real / 1000).toFixed(1)} s` : inSeconds(real);
};

/** The same in whole seconds, for what is still under way: it changes once a second, not with each look. */
export const inSeconds = (ms: number): string => {
  const seconds = Math.round(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
};
