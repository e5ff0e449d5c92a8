// Clojure and its kin: a list whose first word starts with `def`.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import { type EnclosingDefinitions, type Found, type LanguageProfile, matchesAt } from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const DEFINING = /\(\s*(ns|in-ns|def[\w-]*)\s+((?:\^(?:\{[^{}]*\}|\S+)\s+)*)([^\s()[\]{}"';,]+)/y;

const KINDS: Readonly<Record<string, ChunkKind>> = {
  ns: "import",
  "in-ns": "import",
  def: "variable",
  defonce: "variable",
  defprotocol: "interface",
  defrecord: "class",
  deftype: "class",
  deftest: "test",
};

function listKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  const word = innermost === null ? matchesAt(DEFINING, tree, node)?.[1] : undefined;
  return word === undefined ? null : (KINDS[word] ?? "function");
}

function listName(tree: SyntaxTree, node: NodeAt): Found | null {
  const match = matchesAt(DEFINING, tree, node);
  const name = match?.[3];
  return match === null || name === undefined
    ? null
    : { name, offset: tree.start(node) + match[0].length - name.length };
}

/** Comments, strings and characters. Without words and signs of its own: only brackets and quotes say that something is wrong. */
const OPAQUE = /;[^\n]*|"(?:\\[\s\S]|[^"\\])*"|\\(?:\w+|[\s\S])|(?<open>")/y;

export const clojureProfile: LanguageProfile = {
  doubt: doubtGrammar("Clojure", quotedBy(OPAQUE), signs("def|defn|ns")),
  definitions: { list_lit: { kind: listKind, name: listName } },
  leads: ["comment", "dis_expr"],
};
