// Counts tokens as a language model would; loads its table (about 280 ms) only when first asked.

export interface TokenCounter {
  /** Name of the encoding, reported with every count. */
  readonly encoding: string;
  count(text: string): number;
}

export const TOKEN_ENCODING = "o200k_base";

let loading: Promise<TokenCounter> | undefined;

export function loadTokenCounter(): Promise<TokenCounter> {
  loading ??= import("gpt-tokenizer/encoding/o200k_base").then(({ countTokens }) => ({
    encoding: TOKEN_ENCODING,
    // Source that happens to hold "<|endoftext|>" is text like any other.
    count: (text) => countTokens(text, { disallowedSpecial: new Set<string>() }),
  }));
  return loading;
}
