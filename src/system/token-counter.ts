// Counts tokens as a language model would; loads its table (about 280 ms) only when first asked.

export interface TokenCounter {
  /** Name of the encoding, reported with every count. */
  readonly encoding: string;
  count(text: string): number;
}

export const TOKEN_ENCODING = "o200k_base";

/**
 * The encoder's time grows with the square of an unbroken run of letters or of white space: 200,000 spaces take 11 s.
 * Runs beyond this are counted in slices, which over-counts by at most one token a slice. Source has none so long.
 */
const RUN_LENGTH_MAX = 500;
const LONG_RUN = new RegExp(`\\s{${RUN_LENGTH_MAX + 1},}|\\S{${RUN_LENGTH_MAX + 1},}`, "g");

/** The text itself, or its parts with every long run sliced. */
function* slices(text: string): Iterable<string> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    yield text.slice(from, index);
    for (let at = 0; at < run.length; at += RUN_LENGTH_MAX) {
      yield run.slice(at, at + RUN_LENGTH_MAX);
    }
    from = index + run.length;
  }
  yield text.slice(from);
}

let loading: Promise<TokenCounter> | undefined;

export function loadTokenCounter(): Promise<TokenCounter> {
  loading ??= import("gpt-tokenizer/encoding/o200k_base").then(({ countTokens }) => ({
    encoding: TOKEN_ENCODING,
    count: (text) => {
      let tokens = 0;
      for (const slice of slices(text)) {
        // Source that happens to hold "<|endoftext|>" is text like any other.
        tokens += countTokens(slice, { disallowedSpecial: new Set<string>() });
      }
      return tokens;
    },
  }));
  return loading;
}
