// Perl. A `package` or `class` statement without a block names everything up to the next one.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  type LanguageProfile,
  matchesAt,
  namedByEach,
  nameOf,
  outsideFunctions,
  underScopes,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { PERL_OPAQUE } from "./quoting.ts";

const SHARED = /(?:our|field)\b/y;
const CONSTANTS = /use\s+constant\b/y;

/** Variables of packages and classes, each by itself or with its value. */
function variableKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const isWithValue = tree.type(tree.parent(node)) === "assignment_expression";
  return matchesAt(SHARED, tree, node) === null || isWithValue
    ? null
    : outsideFunctions("variable")(tree, node, enclosing);
}

/** The names of `our ($low, @all)`, without their signs. */
function variablesOf(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const declaration = tree.type(node) === "assignment_expression" ? tree.field(node, "left") : node;
  return tree
    .children(declaration)
    .filter((one) => /^(?:scalar|array|hash)$/.test(tree.type(one)))
    .map((one) => firstNamed(tree, one, "varname"));
}

function packageName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, tree.field(node, "name"));
  return found === null ? null : underScopes(found);
}

/** `use constant A => 1` and `use constant { A => 1, B => 2 }`. */
const isConstants = (tree: SyntaxTree, node: NodeAt): boolean => matchesAt(CONSTANTS, tree, node) !== null;

const constantKind = (tree: SyntaxTree, node: NodeAt): ChunkKind | null =>
  isConstants(tree, tree.parent(node)) ? "variable" : null;

function constantKeyKind(tree: SyntaxTree, node: NodeAt): ChunkKind | null {
  const list = tree.parent(node);
  const table = tree.parent(list);
  const isKey = tree.type(list) === "list_expression" && tree.type(table) === "anonymous_hash_expression";
  return isKey && isConstants(tree, tree.parent(table)) ? "variable" : null;
}

const scope = (kind: ChunkKind): DefinitionRule => ({
  kind,
  name: packageName,
  namesRest: (tree, node) => firstNamed(tree, node, "block") === NO_NODE,
});
const variable: DefinitionRule = { kind: variableKind, ...namedByEach(variablesOf) };

const SIGNS = signs(
  "my|our|local|state|sub|method|field|class|package|use|no|if|unless|while|until|foreach|return|elsif|else",
  "(?<![=<>!~*/+%&|^:?@#$.\\-])=[ \\t]*[;)\\]}]",
  "=[ \\t]+=[ \\t]",
);

export const perlProfile: LanguageProfile = {
  unreadSyntax: [{ construct: "a call of a word that is a value", pattern: /\b(?:true|false|inf|nan)\s{0,9}\(/ }],
  doubt: doubtGrammar("Perl", quotedBy(PERL_OPAQUE), SIGNS),
  definitions: {
    subroutine_declaration_statement: { kind: "function" },
    method_declaration_statement: { kind: "method" },
    package_statement: scope("module"),
    class_statement: scope("class"),
    role_statement: scope("interface"),
    assignment_expression: variable,
    variable_declaration: variable,
    list_expression: { kind: constantKind, name: (tree, node) => nameOf(tree, firstNamed(tree, node)) },
    autoquoted_bareword: { kind: constantKeyKind, name: nameOf },
  },
  leads: ["comment", "pod"],
  imports: ["use_statement", "require_expression", "use_version_statement"],
};
