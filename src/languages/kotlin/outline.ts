// Kotlin. Its grammar has no fields: names are the first identifier of the right type.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  type KindFinder,
  type LanguageProfile,
  named,
  namedByEach,
  nameOf,
  nodesIn,
  outsideFunctions,
  reservedWords,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { isMisread, kotlinNeutralisers } from "./neutralisers.ts";

/** Simple names of the annotations of a declaration. */
export const annotationsOf = (tree: SyntaxTree, node: NodeAt): string[] =>
  tree
    .children(tree.childOfType(node, "modifiers"))
    .filter((part) => tree.type(part) === "annotation")
    .map((part) => /(\w+)\s*(?:<[^(]*)?(?:\(|$)/.exec(tree.text(part).slice(0, 200))?.[1] ?? "");

export const isTest = (tree: SyntaxTree, node: NodeAt): boolean =>
  annotationsOf(tree, node).some((name) => name.endsWith("Test"));

function classKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  const name = firstNamed(tree, node, "type_identifier");
  const words = name === NO_NODE ? "" : tree.source.slice(tree.start(node), tree.start(name));
  return /\binterface\s+$/.test(words) ? "interface" : /\benum\s+class\s+$/.test(words) ? "enum" : "class";
}

/** `object : A { fun b() {} }` has no name, and is no definition. */
const functionKind = (tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind =>
  innermost === "class" ||
  innermost === "interface" ||
  innermost === "enum" ||
  tree.type(tree.parent(tree.parent(node))) === "object_literal"
    ? "method"
    : "function";

/** `fun Cart.total()` is found under `Cart.total`, as is `val Cart.total`. `declared`: what the name begins. */
function onReceiver(tree: SyntaxTree, node: NodeAt, found: Found | null, declared: string): Found | null {
  const first = firstNamed(tree, node, "user_type", "nullable_type", declared);
  if (found === null || first === NO_NODE || tree.type(first) === declared) {
    return found;
  }
  const receiver = nameOf(tree, first)?.name.replace(/<.*>|\?/g, "");
  return receiver === undefined ? found : { ...found, qualifier: receiver };
}

function functionName(tree: SyntaxTree, node: NodeAt): Found | null {
  const identifier = firstNamed(tree, node, "simple_identifier");
  return onReceiver(tree, node, nameOf(tree, identifier), "simple_identifier");
}

const BODY_PATH = ["call_expression", "call_suffix", "annotated_lambda", "lambda_literal", "statements"];

/** The members in `{ … }` of `class Log : Store by kept { … }`, which the grammar takes for an argument of `kept`; else NO_NODE. */
const bodyOfDelegate = (tree: SyntaxTree, delegation: NodeAt): NodeAt =>
  BODY_PATH.reduce((at, type) => tree.childOfType(at, type), delegation);

function isInDelegate(tree: SyntaxTree, statements: NodeAt): boolean {
  let around = statements;
  for (let step = 0; step < BODY_PATH.length; step += 1) {
    around = tree.parent(around);
  }
  return tree.type(around) === "explicit_delegation" && bodyOfDelegate(tree, around) === statements;
}

/** What a lambda or a getter declares is its own, as what a function does. */
const propertyKind: KindFinder = (tree, node, enclosing) => {
  const around = tree.parent(node);
  const isOwn = tree.type(around) === "statements" && !isInDelegate(tree, around);
  return isOwn ? null : outsideFunctions("variable")(tree, node, enclosing);
};

export function propertyName(tree: SyntaxTree, node: NodeAt): Found | null {
  const variable = firstNamed(tree, node, "variable_declaration");
  const found = nameOf(tree, firstNamed(tree, variable, "simple_identifier"));
  return onReceiver(tree, node, found, "variable_declaration");
}

/** `(a, _, b)` of `val (a, _, b) = load()`, which stands at the top of scripts. */
export const variablesOf = (tree: SyntaxTree, node: NodeAt): NodeAt[] =>
  nodesIn(tree, firstNamed(tree, node, "multi_variable_declaration"), "variable_declaration")
    .map((one) => firstNamed(tree, one, "simple_identifier"))
    .filter((name) => name !== NO_NODE && tree.text(name) !== "_");

const companionName = (tree: SyntaxTree, node: NodeAt): Found =>
  nameOf(tree, firstNamed(tree, node, "type_identifier")) ?? { name: "Companion", offset: tree.start(node) };

/** A spread is an argument; beside these it stands where an operand is missing. */
const SPREADING = ["property_declaration", "function_body", "if_expression", "when_subject", "assignment"];

/** Besides reserved words: two names where one is declared, a separator before the first parameter. */
const lenient = String.raw`
  ${reservedAsName(["simple_identifier", "type_identifier"], "break class continue do else for fun if interface object package return throw try typealias val var when while")}
  ${SPREADING.map((type) => `(${type} (spread_expression) @fault)`).join(" ")}
  ((property_declaration (user_type) @fault) @_whole
    (#match? @_whole "^(?:@?\\w+\\s+)*(?:val|var)\\s+\\w+\\s+\\w+\\s*(?:[:=]|by\\s)"))
  ((function_declaration (user_type) @fault) @_whole
    (#match? @_whole "^(?:@?\\w+\\s+)*fun\\s+(?:<[^>]*>\\s*)?\\w+\\s+\\w+\\s*\\("))
  (function_value_parameters "(" . "," @fault)
`;

export const kotlinProfile: LanguageProfile = {
  backticks: true,
  reserved: reservedWords(
    "as break class continue do else false for fun if in interface is null object package return super this throw true try typealias val var when while",
  ),
  verbatim: verbatimTypes("string_literal", "multiline_string_literal"),
  isMisread,
  neutralisers: kotlinNeutralisers,
  lenient,
  doubt: doubtGrammar("Kotlin", { interpolation: "every string", nestsComments: true }),
  doubtsLenient: true,
  definitions: {
    class_declaration: { kind: classKind, name: named("type_identifier") },
    object_declaration: { kind: "class", name: named("type_identifier") },
    companion_object: {
      kind: "class",
      name: companionName,
      listed: (tree, node) => firstNamed(tree, node, "type_identifier") !== NO_NODE,
    },
    function_declaration: { kind: functionKind, name: functionName, isTest },
    secondary_constructor: {
      kind: "method",
      name: (tree, node) => ({ name: "constructor", offset: tree.start(tree.childOfType(node, "constructor")) }),
    },
    property_declaration: {
      ...namedByEach(variablesOf),
      kind: propertyKind,
      name: (tree, node) => propertyName(tree, node) ?? nameOf(tree, variablesOf(tree, node)[0] ?? NO_NODE),
    },
    type_alias: { kind: "type", name: named("type_identifier") },
  },
  // The grammar takes an annotation with arguments on its own line for an expression.
  leads: ["line_comment", "multiline_comment", "prefix_expression"],
  leadsWhen: (text, offset) => text.charAt(offset) === "@" || text.charAt(offset) === "/",
  unseenLead: /^\s*(?:context\s*\(|@)/,
  imports: ["import_header", "package_header"],
  tails: ["getter", "setter", "infix_expression"],
  // `by …` on a line of its own, which the grammar takes for a statement.
  tailsWhen: (tree, node) =>
    tree.type(node) !== "infix_expression" || /^by\s/.test(tree.source.slice(tree.start(node), tree.start(node) + 3)),
};
