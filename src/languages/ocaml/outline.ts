// OCaml. `let` binds functions and values alike: one with parameters, or a `function`, is a function.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type LanguageProfile,
  named,
  namedByEach,
  nameOf,
  nodesIn,
} from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, type WordPair } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { ocamlNeutralisers, ocamlUnread } from "./neutralisers.ts";

function bindingKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  if (isLocal(enclosing) || enclosing.innermost === "variable") {
    return null;
  }
  const takes = firstNamed(tree, node, "parameter") !== NO_NODE || /^fun/.test(tree.type(tree.field(node, "body")));
  return takes ? "function" : "variable";
}

/** The names that a pattern binds: `low`, `high` and `size` of `let low, { high; count = size } = load ()`. */
function boundNames(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const pattern = tree.field(node, "pattern");
  const names = nodesIn(tree, pattern, "value_name", "parenthesized_operator", "field_name");
  return names.filter((one) => tree.text(one) !== "_" && (tree.type(one) !== "field_name" || isPunned(tree, one)));
}

/** `{ high }`, whose field gives its name to what is in it. */
const isPunned = (tree: SyntaxTree, field: NodeAt): boolean =>
  tree.field(tree.parent(tree.parent(field)), "pattern") === NO_NODE;

function boundName(tree: SyntaxTree, name: NodeAt): Found | null {
  const found = nameOf(tree, name);
  return found === null ? null : bare(found);
}

/** An operator without its parentheses. */
const bare = (found: Found): Found => ({ ...found, name: found.name.replace(/^\(\s*(.*?)\s*\)$/, "$1") });

function specifiedName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = named("value_name", "parenthesized_operator")(tree, node);
  return found === null ? null : bare(found);
}

/** By the type that it is specified with. */
function specifiedKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  const type = firstNamed(tree, node, "function_type", "polymorphic_type");
  return type !== NO_NODE && tree.source.slice(tree.start(type), tree.end(type)).includes("->")
    ? "function"
    : "variable";
}

/** Comments, one of which may hold another, strings and characters. */
const OPAQUE =
  /\(\*(?!\))(?:(?!\(\*|\*\))[\s\S])*(?:\(\*(?:(?!\*\))[\s\S])*\*\)(?:(?!\(\*|\*\))[\s\S])*)*\*\)|"(?:\\[\s\S]|[^"\\])*"|\{(?:%%?[\w.]+[ \t]*)?([a-z_]*)\|[\s\S]*?\|\1\}|(?<![\w'])'(?:\\[^\n']{1,8}|\\'|[^\\\n'])'|(?<open>"|\(\*(?!\)))/y;
const SIGNS = signs(
  "let|in|match|with|type|module|val|fun|function|if|then|else|open|and|of|sig|struct|external|exception|when|rec",
  COMMAS,
  "=[ \\t]+=[ \\t]",
  "(?<=[\\w\"'_)\\]} ])(?:=|->|;;?)[ \\t]*(?:in\\b|[)\\]}])(?<!\\(=\\)|;\\s*[)\\]}])",
);

const BLOCKS: readonly WordPair[] = [
  [/(?<![\w'~?.])(?:begin|struct|sig|object)(?![\w'])/g, /(?<![\w'~?.])end(?![\w'])/g],
  [/(?<![\w'~?.])do(?![\w'])/g, /(?<![\w'~?.])done(?![\w'])/g],
];

export const ocamlProfile: LanguageProfile = {
  doubt: doubtGrammar("OCaml", quotedBy(OPAQUE), SIGNS, BLOCKS),
  definitions: {
    let_binding: { kind: bindingKind, ...namedByEach(boundNames, "variable", boundName) },
    value_specification: { kind: specifiedKind, name: specifiedName },
    external: { kind: "function", name: specifiedName },
    type_binding: { kind: "type" },
    exception_definition: { kind: "type", name: exceptionName },
    module_binding: { kind: "module", name: named("module_name") },
    module_type_definition: { kind: "interface", name: named("module_type_name") },
    class_binding: { kind: "class", name: named("class_name") },
    class_type_binding: { kind: "interface", name: named("class_type_name") },
    method_specification: { kind: "method", name: named("method_name") },
    method_definition: { kind: "method", name: named("method_name") },
  },
  wrappers: ["value_definition", "type_definition", "module_definition", "class_definition", "class_type_definition"],
  leads: ["comment", "attribute"],
  opaque: ["let_expression", "let_module_expression"],
  imports: ["open_module", "include_module"],
  neutralisers: ocamlNeutralisers,
  unreadSyntax: ocamlUnread,
};

function exceptionName(tree: SyntaxTree, node: NodeAt): Found | null {
  const variant = firstNamed(tree, node, "constructor_declaration");
  return nameOf(tree, firstNamed(tree, variant));
}
