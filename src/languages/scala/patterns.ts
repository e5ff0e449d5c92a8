// How a piece of Scala is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const scalaPatterns: PatternSettings = {
  surrounds: [BARE, ["object Q{", "}"], ["val q=", ""], ["val q:", "=q"], ["q match {", "}"]],
  spellings: ["%", "^", "%: ^", "case %=>%"],
  body: " = $$$",
  examples: ["$X.$METHOD($$$ARGS)", "if ($A == $B) { $$$ }"],
};
