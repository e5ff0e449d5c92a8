// Backtraces of Ruby.
import type { TraceForms } from "../contract/traces.ts";

export const rubyTraces: TraceForms = {
  frames: [
    // from /app/cart.rb:12:in 'Cart#total'
    { pattern: /(?<!\S)(?<path>[^\s:]{1,500}):(?<line>\d{1,9}):in [`'"](?<name>[^'`"]{1,200})['`"]/gu, alone: true },
  ],
  notNames: /\b(?:block|rescue|ensure) in\b/,
  external: /(?:^|\/)(?:gems|vendor\/bundle)\//,
};
