/** A number of 32 bits for a text (FNV-1a): the same on every machine. Not safe against those who want two texts to collide. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};
