/**
 * Drupal's `.module`, `.inc`, `.install` and `.theme` hold PHP too, but most of these more often something else (BitBake,
 * assembly, packaging lists, desktop themes), and what a file is goes by its ending alone.
 */
export const endings = { '.php': 'php', '.phtml': 'php' } as const;

export const isPhp = (path: string): boolean => path.slice(path.lastIndexOf('.')).toLowerCase() in endings;
