// Stack traces of PHP.
import type { TraceForms } from "../contract/traces.ts";

export const phpTraces: TraceForms = {
  frames: [
    // #1 /app/src/Cart.php(12): Shop\Cart->total()
    {
      pattern: /(?<!\S)#\d{1,4} (?<path>[^\s()]{1,500})\((?<line>\d{1,9})\): (?<name>[^\s()]{1,300})\(/gu,
      alone: true,
    },
    // in /app/src/Cart.php:12 Stack trace:
    { pattern: /(?<!\S)in (?<path>[^\s()]{1,500}\.php):(?<line>\d{1,9})(?= Stack trace:)/gu, alone: true },
  ],
  boilerplate: [/\bthrown in \S{1,500} on line \d{1,9}/g, /(?<!\S)#\d{1,4} \{main\}(?!\S)/g],
};
