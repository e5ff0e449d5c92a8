// How a piece of Swift is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const swiftPatterns: PatternSettings = {
  surrounds: [BARE, ["func q(){", "}"], ["class Q{", "}"], ["let q=", ""], ["let q:", ""], ["switch q {", "}"]],
  spellings: ["%", "^", "%: ^", "let % = %"],
  body: " { $$$ }",
  examples: ["$X.$METHOD($$$ARGS)", "guard let $X = $Y else { $$$ }"],
};
