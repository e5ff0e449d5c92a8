// Stack traces of Node and of browsers.
import type { TraceForms } from "../contract/traces.ts";

const BUILT = /\.[cm]?js$/;
const SOURCE_ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".jsx", ".vue", ".svelte"] as const;

export const ecmascriptTraces: TraceForms = {
  frames: [
    // Node, Chrome, Edge: at async Cart.total [as sum] (file:///app/src/cart.js:12:3)
    {
      pattern:
        /(?<!\S)at (?:async )?(?:new )?(?<name>[^\s()]{1,300})(?: \[as [^\]\s]{1,100}\])? \((?<path>(?:[^()]|\([^()]{0,100}\)){1,500}?):(?<line>\d{1,9}):\d{1,9}\)/gu,
      alone: true,
    },
    // The same without a name: at /app/src/cart.js:12:3
    { pattern: /(?<!\S)at (?:async )?(?<path>[^\s()]{1,500}?):(?<line>\d{1,9}):\d{1,9}(?![^\s)])/gu, alone: false },
    // Firefox, Safari: total@http://localhost:3000/src/cart.js:12:3
    {
      pattern:
        /(?<!\S)(?<name>[^\s@/]{0,300})@(?<path>[a-z][a-z-]{1,20}:\/\/[^\s()]{1,500}?):(?<line>\d{1,9}):\d{1,9}(?!\S)/gu,
      alone: false,
    },
  ],
  boilerplate: [
    /\bUnhandled promise rejection/gi,
    /\bUncaught (?:\(in promise\) )?/g,
    /\bNode\.js v\d[\d.]{0,20}/g,
    /\[cause\]:/g,
    /(?<!\S)at \S{1,300} ?\((?:native|<anonymous>|index \d{1,4})\)/gi,
  ],
  beforeCause: /\[cause\]:/,
  external: /(?:^|\/)node_modules\/|^(?:node|internal|native|bun|deno|ext|chrome-extension):/,
  sourcesOf: (path) => (BUILT.test(path) ? SOURCE_ENDINGS.map((ending) => path.replace(BUILT, ending)) : []),
};
