/**
 * A copy of a string that shares no memory with the text it was cut from. V8 keeps a piece of 13 characters or more as
 * a window on its source, so one short piece can hold a whole file in memory.
 */
export const detachText = (text: string): string => {
  const copy = Buffer.from(text, 'utf8').toString('utf8');
  // Half a surrogate pair does not survive UTF-8.
  return copy === text ? copy : Buffer.from(text, 'utf16le').toString('utf16le');
};
