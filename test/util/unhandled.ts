/**
 * Messages of the rejections that are unhandled at the end of the turn of the event loop in which `act` is over. What
 * `act` returns is awaited, and so observed: it returns nothing of what it is not to observe.
 */
export const unhandledAfter = async (act: () => undefined | Promise<unknown>): Promise<string[]> => {
  const others = process.listeners('unhandledRejection');
  const told: string[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => told.push((reason as Error).message));
  try {
    await act();
    await new Promise((resolve) => setImmediate(resolve));
    return told;
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const one of others) process.on('unhandledRejection', one);
  }
};
