// Valid Rust that its grammar does not know.
import { asName, type Neutraliser } from "./neutraliser.ts";

const GRAMMARS = ["tree-sitter-rust"];

export const rust: readonly Neutraliser[] = [
  {
    construct: "macro named as a type",
    grammars: GRAMMARS,
    pattern: /(?<![\w"'])(str|bool|char|[iu](?:8|16|32|64|128|size)|f32|f64)!/dg,
    overwrite: asName,
    anchor: "first",
    within: ["macro_invocation", "token_tree"],
    through: ["identifier"],
  },
  {
    construct: "unsafe extern",
    grammars: GRAMMARS,
    pattern: /\b(unsafe)\s{1,9}extern\s{0,9}(?:"[^"\n]{0,20}"\s{0,9})?\{/dg,
    anchor: "last",
    within: ["foreign_mod_item"],
    through: ["{", "declaration_list"],
  },
  {
    construct: "safe in an extern block",
    grammars: GRAMMARS,
    pattern: /\b(safe)\s{1,9}(?:fn|static)\b/dg,
    anchor: "overwritten",
    within: ["declaration_list"],
    through: ["function_signature_item", "static_item"],
  },
  {
    construct: "several attributes of a parameter",
    grammars: GRAMMARS,
    pattern: /(?<=[(,]\s{0,99})(#\[[^[\]\n]{1,200}\])(?=\s{0,99}#\[)/dg,
    anchor: "overwritten",
    within: ["parameters"],
    through: [],
  },
  {
    construct: "empty bounds",
    grammars: GRAMMARS,
    pattern: /(?<=[<,]\s{0,9}[A-Za-z_]\w{0,99}\s{0,9})(:)\s{0,9}[,>]/dg,
    anchor: "overwritten",
    within: ["type_parameters"],
    through: [],
  },
  {
    construct: "binder of a closure",
    grammars: GRAMMARS,
    pattern: /\b(for\s{0,9}<[^<>;{}]{0,99}>)\s{0,99}(?:async\s{1,9})?(?:move\s{1,9})?\|/dg,
    anchor: "last",
    within: ["closure_expression"],
    through: ["|", "||", "closure_parameters"],
  },
  {
    construct: "tilde given to a macro",
    grammars: GRAMMARS,
    pattern: /![([{]\s?(~)\s?[)\]}]/dg,
    overwrite: () => "+",
    anchor: "last",
    within: ["token_tree"],
    through: [")", "]", "}"],
  },
];
