// Data: how each grammar parses a piece of code that is not a whole file: the text around it, and the spelling of a
// metavariable where a plain name is not allowed. read-pattern.ts tries them in order.
import type { GrammarName } from "../grammars.ts";
import type { Spelling } from "./metavariables.ts";

/** What comes before and after the piece. */
export type Surround = readonly [before: string, after: string];

export interface PatternSettings {
  /** Where a piece that begins so stands, and nowhere else: the rest of a statement. */
  readonly clauses?: readonly (readonly [starts: RegExp, Surround])[];
  readonly surrounds: readonly Surround[];
  /** `%` is a name, `^` one in capitals. */
  readonly spellings: readonly Spelling[];
  /** By what it was understood as: where it may stand as well, as something else that is written the same way. */
  readonly also?: Readonly<Record<string, Surround>>;
  /** True where a name in capitals is another thing than one without, so that metavariables are read as both. */
  readonly capitalsDiffer?: boolean;
  /** Node types that a piece is only where nothing else can be made of it. */
  readonly unlikely?: readonly string[];
  /** Node types that are any text at all: what is only such a one is no code that was understood. */
  readonly plainText?: readonly string[];
  /** Any body of a declaration, as it follows what is declared; left out where the grammar's code has none. */
  readonly body?: string;
  /** Two patterns, for who wrote one that is none. */
  readonly examples: readonly [string, string];
}

const BARE: Surround = ["", ""];

const script: PatternSettings = {
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

const typed: PatternSettings = {
  ...script,
  surrounds: [...script.surrounds, ["let q:", ";"], ["interface Q{", "}"]],
};

const python: PatternSettings = {
  clauses: [
    [/^(?:except|finally)\b/, ["try:\n pass\n", ""]],
    [/^(?:elif|else)\b/, ["if q:\n pass\n", ""]],
  ],
  surrounds: [BARE, ["{", "}"], ["q(", ")"], ["", "\ndef q(): pass"], ["match q:\n ", ""]],
  spellings: ["%", "^", "**%", "*%"],
  body: ": $$$",
  examples: ["$F($$$ARGS)", "for $X in $Y: $$$"],
};

const go: PatternSettings = {
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

const rust: PatternSettings = {
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

/** Languages in which statements end with `;` and parameters begin with their type. */
const braced: PatternSettings = {
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

const c: PatternSettings = {
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

const ruby: PatternSettings = {
  clauses: [
    [/^(?:rescue|ensure)\b/, ["begin\n", "\nend"]],
    [/^when\b/, ["case q\n", "\nend"]],
    [/^(?:elsif|else)\b/, ["if q\n", "\nend"]],
  ],
  surrounds: [BARE, ["q(", ")"], ["q ", ""]],
  spellings: ["%", "^", "**%"],
  capitalsDiffer: true,
  body: "\n  $$$\nend",
  examples: ["$X.$METHOD($$$ARGS)", "$LIST.each do |$X|\n  $$$\nend"],
};

const php: PatternSettings = {
  clauses: [
    [/^(?:catch|finally)\b/, ["<?php try{}", ""]],
    [/^(?:else|elseif)\b/, ["<?php if(q){}", ""]],
    [/^(?:case|default)\b/, ["<?php switch(q){", "}"]],
    [/^(?:public|private|protected)\b/, ["<?php class Q{", "}"]],
  ],
  surrounds: [
    ["<?php ", ""],
    ["<?php ", ";"],
    ["<?php class Q{", "}"],
    ["<?php q(", ");"],
    ["<?php [", "];"],
  ],
  spellings: ["%", "$%", "%;", "^", "$%;"],
  body: " { $$$ }",
  examples: ["$F($$$ARGS)", "if ($A === null) { $$$ }"],
};

const kotlin: PatternSettings = {
  surrounds: [BARE, ["fun q(){", "}"], ["class Q{", "}"], ["val q=", ""], ["val q:", ""], ["fun q(){when(q){", "}}"]],
  spellings: ["%", "^", "%: ^", "val % = %", "% -> %"],
  body: " { $$$ }",
  examples: ["$X.$METHOD($$$ARGS)", "if ($A == null) { $$$ }"],
};

const scala: PatternSettings = {
  surrounds: [BARE, ["object Q{", "}"], ["val q=", ""], ["val q:", "=q"], ["q match {", "}"]],
  spellings: ["%", "^", "%: ^", "case %=>%"],
  body: " = $$$",
  examples: ["$X.$METHOD($$$ARGS)", "if ($A == $B) { $$$ }"],
};

const swift: PatternSettings = {
  surrounds: [BARE, ["func q(){", "}"], ["class Q{", "}"], ["let q=", ""], ["let q:", ""], ["switch q {", "}"]],
  spellings: ["%", "^", "%: ^", "let % = %"],
  body: " { $$$ }",
  examples: ["$X.$METHOD($$$ARGS)", "guard let $X = $Y else { $$$ }"],
};

const plain: PatternSettings = {
  surrounds: [BARE, ["{", "}"], ["q{", "}"], ["q(", ")"]],
  spellings: ["%", "^", "%()", '"%"', '"%": %', "%: %;"],
  examples: ["$F($$$ARGS)", "$A + $B"],
};

const dart: PatternSettings = {
  ...plain,
  surrounds: [["void q(){", ";}"], ["void q(){", "}"], BARE, ["class Q{", "}"], ["class Q{", ";}"]],
  spellings: ["%", "%;", "^ %", "^ %;"],
  examples: ["$F($$$ARGS)", "if ($A == null) { $$$ }"],
};

const named = (...examples: PatternSettings["examples"]): PatternSettings => ({ ...plain, examples });

const SETTINGS: Readonly<Record<GrammarName, PatternSettings>> = {
  "tree-sitter-typescript": typed,
  "tree-sitter-tsx": typed,
  "tree-sitter-javascript": script,
  "tree-sitter-python": python,
  "tree-sitter-go": go,
  "tree-sitter-rust": rust,
  "tree-sitter-java": braced,
  "tree-sitter-c_sharp": {
    ...braced,
    also: { local_declaration_statement: ["class Q{", "}"], local_function_statement: ["class Q{", "}"] },
  },
  "tree-sitter-c": c,
  "tree-sitter-cpp": { ...c, surrounds: [...c.surrounds, ["class Q{", "};"], ["auto q=", ";"]] },
  "tree-sitter-ruby": ruby,
  "tree-sitter-php": php,
  "tree-sitter-kotlin": kotlin,
  "tree-sitter-scala": scala,
  "tree-sitter-swift": swift,
  "tree-sitter-dart": dart,
  "tree-sitter-elm": { ...named("$F $X", "$A + $B"), surrounds: [["q =\n    ", "\n"], BARE] },
  "tree-sitter-css": { ...named("color: $X", "$TAG { $$$ }"), spellings: ["%", "%: %;"] },
  "tree-sitter-scss": { ...named("color: $X", "$TAG { $$$ }"), spellings: ["%", "%: %;"] },
  "tree-sitter-json": { ...named('"name": $X', '{ "name": $X, $$$ }'), spellings: ['"%"', '"%": 0'] },
  "tree-sitter-yaml": named("name: $X", "- $X"),
  "tree-sitter-toml": { ...named("name = $X", '$NAME = "text"'), spellings: ["%", '"%"'] },
  "tree-sitter-hcl": { ...named("name = $X", "$BLOCK { $$$ }"), spellings: ["%", "% = %"] },
  "tree-sitter-properties": named("name = $X", "$NAME = text"),
  "tree-sitter-xml": named("<name>$X</name>", "<$TAG/>"),
  "tree-sitter-html": named("<$TAG>$$$</$TAG>", "<a href=$X></a>"),
};

export const patternSettings = (grammar: GrammarName): PatternSettings => SETTINGS[grammar] ?? plain;
