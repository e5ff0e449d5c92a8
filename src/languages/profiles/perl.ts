// Perl. A `package` statement names everything up to the next one.
import type { Node } from "web-tree-sitter";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import {
  type Found,
  type LanguageProfile,
  matchesAt,
  named,
  nameOf,
  outsideFunctions,
  type Surroundings,
} from "../profile.ts";

/** How far back the package of a sub is looked for, in characters. */
const PACKAGE_REACH = 200_000;

function subName(node: Node, text: string): Found | null {
  const found = nameOf(node.childForFieldName("name"), text);
  const before = text.slice(Math.max(0, node.startIndex - PACKAGE_REACH), node.startIndex);
  let at = before.lastIndexOf("package ");
  while (at > 0 && !/[\r\n]/.test(before.charAt(at - 1))) {
    at = before.lastIndexOf("package ", at - 1);
  }
  const qualifier = at === -1 ? undefined : /^package\s+([\w:]+)/.exec(before.slice(at, at + 200))?.[1];
  return found === null || qualifier === undefined || qualifier === "main" ? found : { ...found, qualifier };
}

const PACKAGE_VARIABLE = /our\s+[$@%]\w+\s*=/y;

function assignmentKind(node: Node, around: Surroundings): ChunkKind | null {
  const isOurs = matchesAt(PACKAGE_VARIABLE, around.text, node.startIndex) !== null;
  return isOurs ? outsideFunctions("variable")(node, around) : null;
}

function variableName(node: Node, text: string): Found | null {
  const found = nameOf(node.namedChild(0), text);
  return found === null ? null : { ...found, name: found.name.replace(/^our\s+/, "") };
}

export const perl: LanguageProfile = {
  definitions: {
    function_definition: { kind: "function", name: subName },
    package_statement: { kind: "module", name: named("package_name") },
    binary_expression: { kind: assignmentKind, name: variableName },
  },
  leads: ["comments", "pod_statement"],
  imports: ["use_no_statement", "require_statement"],
  separator: "::",
};
