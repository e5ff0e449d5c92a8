// Stack traces of Python.
import type { TraceForms } from "../contract/traces.ts";

export const pythonTraces: TraceForms = {
  frames: [
    // File "/app/cart.py", line 12, in total
    { pattern: /(?<!\S)File "(?<path>[^"]{1,500})", line (?<line>\d{1,9})(?:, in (?<name>\S{1,200}))?/gu, alone: true },
  ],
  boilerplate: [
    /\bTraceback \(most recent call last\):/g,
    /\bDuring handling of the above exception, another exception occurred:/g,
    /\bThe above exception was the direct cause of the following exception:/g,
  ],
  notNames: /<(?:module|lambda|locals|\w{3,4}comp|genexpr)>/,
  innermostLast: /\bmost recent call last\b/,
  beforeCause: /\bDuring handling of the above exception\b/,
  beforeEffect: /\bThe above exception was the direct cause\b/,
  external: /(?:^|\/)(?:(?:site|dist)-packages|\.venv)\/|(?:^|\/)(?:lib|Lib|lib64)\/python\d/,
};
