/** What is used of an optional peer, which need not be there when subplan is built. */
declare module 'gpt-tokenizer/encoding/o200k_base' {
  interface AsText {
    readonly disallowedSpecial: ReadonlySet<string>;
  }
  export const encode: (text: string, options: AsText) => number[];
  export const countTokens: (text: string, options: AsText) => number;
  export const clearMergeCache: () => void;
}
