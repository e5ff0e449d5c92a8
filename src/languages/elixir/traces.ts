// Stack traces of Elixir.
import type { TraceForms } from "../contract/traces.ts";

export const elixirTraces: TraceForms = {
  frames: [
    // (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1
    {
      pattern: /(?<!\S)(?<path>[^\s:()]{1,500}\.exs?):(?<line>\d{1,9}): (?<name>\S{1,300}\/\d{1,3})(?!\S)/gu,
      alone: true,
    },
  ],
};
