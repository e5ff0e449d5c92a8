// How a piece of code is parsed that is not a whole file, in languages such as Java.
import { BARE, type PatternSettings } from "./settings.ts";

/** Languages in which statements end with `;` and parameters begin with their type. */
export const BRACED: PatternSettings = {
  clauses: [
    [/^(?:catch|finally)\b/, ["class Q{void q(){try{}", "}}"]],
    [/^else\b/, ["class Q{void q(){if(q){}", "}}"]],
    [/^(?:case|default)\b/, ["class Q{void q(){switch(q){", "}}}"]],
    [/^(?:public|private|protected)\b/, ["class Q{", "}"]],
  ],
  surrounds: [
    BARE,
    ["", ";"],
    ["class Q{void q(){", "}}"],
    ["class Q{void q(){", ";}}"],
    ["class Q{", "}"],
    ["class Q{Object q=", ";}"],
    ["class Q{", " q;}"],
    ["", " class Q{}"],
    ["class Q{void q(", "){}}"],
  ],
  spellings: ["%", "%;", "^ %", "^ %;", "case %:"],
  also: { local_variable_declaration: ["class Q{", "}"] },
  unlikely: ["labeled_statement", "block"],
  body: " { $$$ }",
  examples: ["$X.$METHOD($$$ARGS)", "if ($A == null) { $$$ }"],
};
