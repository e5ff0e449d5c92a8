// How a piece of Ruby is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const rubyPatterns: PatternSettings = {
  clauses: [
    [/^(?:rescue|ensure)\b/, ["begin\n", "\nend"]],
    [/^when\b/, ["case q\n", "\nend"]],
    [/^(?:elsif|else)\b/, ["if q\n", "\nend"]],
  ],
  surrounds: [BARE, ["q(", ")"], ["q ", ""]],
  spellings: ["%", "^", "**%"],
  capitalsDiffer: true,
  body: "\n  $$$\nend",
  examples: ["$X.$METHOD($$$ARGS)", "$LIST.each do |$X|\n  $$$\nend"],
};
