// R. Functions are values that are assigned; S4 and tests are calls.
import type { Node } from "web-tree-sitter";
import { type Found, type LanguageProfile, matchesAt, nameOf, type Surroundings } from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const ASSIGNMENT = /[\w.`"$@]{1,200}\s{0,20}(?:<<?-|=)(?!=)/y;
const CALL =
  /(setClass|setRefClass|setGeneric|setMethod|setValidity|test_that|describe|it|library|require|source)\s*\(/y;

const KINDS: Readonly<Record<string, ChunkKind>> = {
  setClass: "class",
  setRefClass: "class",
  test_that: "test",
  describe: "test",
  it: "test",
  library: "import",
  require: "import",
  source: "import",
};

function assignmentKind(node: Node, { text, enclosing }: Surroundings): ChunkKind | null {
  if (matchesAt(ASSIGNMENT, text, node.startIndex) === null) {
    return null;
  }
  const value = node.childForFieldName("rhs");
  if (value?.type === "function_definition") {
    return "function";
  }
  return enclosing === null && node.parent?.type === "program" ? "variable" : null;
}

function callKind(node: Node, { text, depth }: Surroundings): ChunkKind | null {
  const word = matchesAt(CALL, text, node.startIndex)?.[1];
  if (word === undefined) {
    return null;
  }
  const kind = KINDS[word] ?? "function";
  return kind === "import" && depth > 0 ? null : kind;
}

function callName(node: Node, text: string): Found | null {
  const first = node.childForFieldName("arguments")?.childForFieldName("argument");
  return nameOf(first ?? null, text);
}

export const rProfile: LanguageProfile = {
  definitions: {
    binary_operator: { kind: assignmentKind, name: "lhs" },
    call: { kind: callKind, name: callName },
  },
  leads: ["comment"],
};
