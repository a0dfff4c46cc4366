/** Shorter pieces are copies anyway. */
const shortestWindow = 13;

/**
 * A copy of a string that shares no memory with the text it was cut from. V8 keeps a piece of 13 characters or more as
 * a window on its source, so one short piece can hold a whole file in memory. To join it to something and to cut that
 * off again makes a window on something small instead.
 */
export const detachText = (text: string): string => (text.length < shortestWindow ? text : ` ${text}`.slice(1));
