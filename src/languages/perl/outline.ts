// Perl. A `package` statement names everything up to the next one.

import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  type LanguageProfile,
  matchesAt,
  named,
  nameOf,
  outsideFunctions,
  underScopes,
} from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const PACKAGE_VARIABLE = /our\s+[$@%]\w+\s*=/y;

function assignmentKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const isOurs = matchesAt(PACKAGE_VARIABLE, tree, node) !== null;
  return isOurs ? outsideFunctions("variable")(tree, node, enclosing) : null;
}

function variableName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, firstNamed(tree, node));
  return found === null ? null : { ...found, name: found.name.replace(/^our\s+[$@%]/, "") };
}

function packageName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = named("package_name")(tree, node);
  return found === null ? null : underScopes(found);
}

export const perlProfile: LanguageProfile = {
  definitions: {
    function_definition: { kind: "function" },
    package_statement: { kind: "module", name: packageName, namesRest: true },
    binary_expression: { kind: assignmentKind, name: variableName },
  },
  leads: ["comments", "pod_statement"],
  imports: ["use_no_statement", "require_statement"],
};
