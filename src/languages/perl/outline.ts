// Perl. A `package` statement names everything up to the next one.
import type { Node } from "web-tree-sitter";
import {
  type Found,
  type LanguageProfile,
  matchesAt,
  named,
  nameOf,
  outsideFunctions,
  type Surroundings,
  underScopes,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const PACKAGE_VARIABLE = /our\s+[$@%]\w+\s*=/y;

function assignmentKind(node: Node, around: Surroundings): ChunkKind | null {
  const isOurs = matchesAt(PACKAGE_VARIABLE, around.text, node.startIndex) !== null;
  return isOurs ? outsideFunctions("variable")(node, around) : null;
}

function variableName(node: Node, text: string): Found | null {
  const found = nameOf(node.namedChild(0), text);
  return found === null ? null : { ...found, name: found.name.replace(/^our\s+[$@%]/, "") };
}

function packageName(node: Node, text: string): Found | null {
  const found = named("package_name")(node, text);
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
