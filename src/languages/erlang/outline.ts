// Erlang. A specification and the clauses of one function are one definition.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import { fieldAt, firstNamed, type LanguageProfile, namedAt } from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

const arity = (tree: SyntaxTree, node: NodeAt): number =>
  tree.children(tree.field(firstNamed(tree, node, "function_clause", "type_sig"), "args")).length;

const isOneFunction = (tree: SyntaxTree, before: NodeAt, node: NodeAt): boolean =>
  tree.type(node) === "fun_decl" && arity(tree, before) === arity(tree, node);

/** Comments, strings and characters. */
const OPAQUE =
  /%[^\n]*|"""[\s\S]*?"""|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\$(?:\\[^\n]|[^\n])|(?<open>["'])/y;
const SIGNS = signs("case|of|end|fun|when|if|try|catch|receive|begin|after|maybe|else", COMMAS, "->[ \\t]*[.,;]");

export const erlangProfile: LanguageProfile = {
  doubt: doubtGrammar("Erlang", quotedBy(OPAQUE), SIGNS),
  definitions: {
    module_attribute: { kind: "module" },
    fun_decl: { kind: "function", name: namedAt("clause.name") },
    spec: { kind: "function", name: namedAt("fun") },
    callback: { kind: "function", name: namedAt("fun") },
    record_decl: { kind: "type" },
    type_alias: { kind: "type", name: namedAt("name.name") },
    opaque: { kind: "type", name: namedAt("name.name") },
    nominal: { kind: "type", name: namedAt("name.name") },
    pp_define: {
      kind: (tree, node) => (fieldAt(tree, node, "lhs.args") === NO_NODE ? "variable" : "function"),
      name: namedAt("lhs.name"),
    },
  },
  leads: ["comment"],
  imports: ["import_attribute", "pp_include", "pp_include_lib", "behaviour_attribute"],
  equations: isOneFunction,
};
