/** The code of a system error, such as `ENOENT`; its message where it has none. */
export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.message;
};
