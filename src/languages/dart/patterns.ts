// How a piece of Dart is parsed that is not a whole file.
import { BARE, type PatternSettings, PLAIN } from "../../syntax/patterns/settings.ts";

export const dartPatterns: PatternSettings = {
  ...PLAIN,
  surrounds: [["void q(){", ";}"], ["void q(){", "}"], BARE, ["class Q{", "}"], ["class Q{", ";}"]],
  spellings: ["%", "%;", "^ %", "^ %;"],
  examples: ["$F($$$ARGS)", "if ($A == null) { $$$ }"],
};
