// How a piece of Kotlin is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const kotlinPatterns: PatternSettings = {
  surrounds: [BARE, ["fun q(){", "}"], ["class Q{", "}"], ["val q=", ""], ["val q:", ""], ["fun q(){when(q){", "}}"]],
  spellings: ["%", "^", "%: ^", "val % = %", "% -> %"],
  body: " { $$$ }",
  examples: ["$X.$METHOD($$$ARGS)", "if ($A == null) { $$$ }"],
};
