/** Where most options of `execute` apply as well. */
export const everywhere = ['calibrate', 'experiment', 'experiment-file', 'experiment-flags'] as const;
