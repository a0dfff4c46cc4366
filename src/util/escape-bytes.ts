/** Whether bytes are UTF-8. Decoding puts U+FFFD in place of what is not, so encoding again gives other bytes. */
export const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);

/** Bytes that are not UTF-8, for people: every byte beyond ASCII as `\xNN`. */
export const escapeBytes = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[^\0-\x7f]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
