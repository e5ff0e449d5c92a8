// Panics and backtraces of Rust.
import type { TraceForms } from "../contract/traces.ts";

export const rustTraces: TraceForms = {
  frames: [
    // 4: shop::cart::total at ./src/cart.rs:12:5
    {
      pattern: /(?<!\S)\d{1,4}: (?<name>\S{1,300}) at (?<path>[^\s()]{1,500}?):(?<line>\d{1,9}):\d{1,9}(?![^\s)])/gu,
      alone: false,
    },
    // thread 'main' panicked at src/cart.rs:12:5: …
    { pattern: /(?<!\S)panicked at (?<path>[^\s']{1,500}?):(?<line>\d{1,9}):\d{1,9}:?(?!\S)/gu, alone: true },
    // Before 1.73: panicked at 'message', src/cart.rs:12:5
    { pattern: /(?<=', )(?<path>[^\s']{1,500}\.rs):(?<line>\d{1,9}):\d{1,9}(?!\S)/gu, alone: true },
  ],
  boilerplate: [
    /\bthread '[^']{0,200}'(?: panicked at)?/g,
    /\bnote: (?:run with|Some details are omitted)[^.]{0,200}(?:\.|$)/g,
    /(?<!\S)\d{1,4}: [\w:<>]{1,300}(?= \d{1,4}: |$| at )/g,
  ],
  notNames: /\{[^{}]{0,100}\}|\bh[0-9a-f]{16}\b/,
  external: /(?:^|\/)(?:\.cargo\/registry|rustc\/[0-9a-f]{7,40})\//,
};
