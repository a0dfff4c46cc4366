/** Changes a text where it is not code between backticks. */
export const outsideCode = (text: string, change: (words: string) => string): string =>
  text
    .split('`')
    .map((piece, i, all) => (i % 2 === 1 && i < all.length - 1 ? piece : change(piece)))
    .join('`');

/** Whether a text says something: a few words, and not a line of code or a rule of dashes. */
export const isProse = (text: string): boolean => {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}/.test(text)) return true;
  if (!/\s/.test(text)) return false;
  const words = text.match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? [];
  if (words.length < 2 || words.join('').length < text.length * 0.4) return false;
  return (
    !/(?:[;{]|=>|\)\s*=|\(\);?)\s*$/.test(text) &&
    !/^(?:import|export|const|let|var|return|if|for)\b.*[;({=]/.test(text)
  );
};
