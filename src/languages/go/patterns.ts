// How a piece of Go is parsed that is not a whole file.
import type { PatternSettings } from "../../syntax/patterns/settings.ts";

export const goPatterns: PatternSettings = {
  clauses: [[/^(?:case|default)\b/, ["func q(){switch q {", "}}"]]],
  surrounds: [
    ["", "\n"],
    ["func q(){", "}"],
    ["var _ ", "\n"],
    ["type Q struct{", "}\n"],
    ["type Q interface{", "}\n"],
    ["func q(){select {", "}}"],
    ["var _ = Q{", "}\n"],
  ],
  spellings: ["%", "^", "case %:", "% %"],
  also: { field_declaration: ["func q(", "){}\n"] },
  unlikely: ["labeled_statement", "block"],
  body: " { $$$ }",
  examples: ["$F($$$ARGS)", "if $ERR != nil { $$$ }"],
};
