// How a piece of TypeScript and JavaScript is parsed that is not a whole file.
import { BARE, type PatternSettings } from "../../syntax/patterns/settings.ts";

export const javascriptPatterns: PatternSettings = {
  clauses: [
    [/^(?:catch|finally)\b/, ["try{}", ""]],
    [/^else\b/, ["if(q){}", ""]],
    [/^(?:case|default)\b/, ["switch(q){", "}"]],
    [/^(?:public|private|protected|readonly|static|constructor)\b/, ["class Q{", "}"]],
  ],
  surrounds: [BARE, ["(", ")"], ["({", "})"], ["class Q{", "}"], ["", " class Q{}"], ["<Q ", "/>"], ["<Q>", "</Q>"]],
  spellings: ["%", "^", "case %:", "%()", '"%"'],
  also: { function_declaration: ["(", ")"], class_declaration: ["(", ")"] },
  unlikely: ["labeled_statement", "statement_block"],
  plainText: ["jsx_text"],
  body: " { $$$ }",
  examples: ["$F($$$ARGS)", "if ($A === $B) { $$$ }"],
};

export const typescriptPatterns: PatternSettings = {
  ...javascriptPatterns,
  surrounds: [...javascriptPatterns.surrounds, ["let q:", ";"], ["interface Q{", "}"]],
};
