// How a piece of C and C++ is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const cPatterns: PatternSettings = {
  clauses: [
    [/^catch\b/, ["void q(){try{}", "}"]],
    [/^else\b/, ["void q(){if(q){}", "}"]],
    [/^(?:case|default)\b/, ["void q(){switch(q){", "}}"]],
  ],
  surrounds: [
    BARE,
    ["void q(){", "}"],
    ["void q(){", ";}"],
    ["int q=", ";"],
    ["struct q{", "};"],
    ["", " q;"],
    ["enum q{", "};"],
  ],
  spellings: ["%", "%;", "^ %", "^ %;", "case %:"],
  also: { declaration: ["struct q{", "};"] },
  body: " { $$$ }",
  examples: ["$F($$$ARGS)", "if ($A == NULL) { $$$ }"],
};

export const cppPatterns: PatternSettings = {
  ...cPatterns,
  surrounds: [...cPatterns.surrounds, ["class Q{", "};"], ["auto q=", ";"]],
};
