// How a piece of Rust is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const rustPatterns: PatternSettings = {
  surrounds: [
    BARE,
    ["fn q(){", "}"],
    ["fn q(){let _=", ";}"],
    ["impl Q{", "}"],
    ["trait Q{", "}"],
    ["type Q=", ";"],
    ["struct Q{", "}"],
    ["fn q(){match q{", "}}"],
    ["", " fn q(){}"],
  ],
  spellings: ["%", "%;", "%: ^", "%=>%,", "fn %(){}", "^"],
  body: " { $$$ }",
  examples: ["$X.unwrap()", "match $X { $$$ARMS }"],
};
