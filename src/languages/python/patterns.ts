// How a piece of Python is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const pythonPatterns: PatternSettings = {
  clauses: [
    [/^(?:except|finally)\b/, ["try:\n pass\n", ""]],
    [/^(?:elif|else)\b/, ["if q:\n pass\n", ""]],
  ],
  surrounds: [BARE, ["{", "}"], ["q(", ")"], ["", "\ndef q(): pass"], ["match q:\n ", ""]],
  spellings: ["%", "^", "**%", "*%"],
  body: ": $$$",
  examples: ["$F($$$ARGS)", "for $X in $Y: $$$"],
};
