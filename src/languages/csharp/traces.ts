// Stack traces of .NET.
import type { TraceForms } from "../contract/traces.ts";

export const csharpTraces: TraceForms = {
  frames: [
    // at Shop.Cart.Total(Int32 count) in C:\src\Cart.cs:line 12
    {
      pattern:
        /(?<!\S)at (?<name>[^\s()]{1,300})\([^()]{0,500}\) in (?<path>[^()]{1,300}?\.\w{1,8}):line (?<line>\d{1,9})/gu,
      alone: true,
    },
  ],
  boilerplate: [/\bUnhandled exception\./gi, /--- End of [\w ]{1,60} ---/g],
  notNames: /\b[a-z]__\w{0,100}|\bMoveNext\b/,
  external: /(?:^|\/)\.nuget\//,
};
