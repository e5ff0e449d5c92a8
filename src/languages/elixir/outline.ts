// Elixir, where every definition is a call: `defmodule`, `def` and their kin are told by their first word.
import type { Node } from "web-tree-sitter";
import {
  childOfType,
  type Found,
  type LanguageProfile,
  matchesAt,
  nameOf,
  type Surroundings,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const DEFINING =
  /(defmodule|defprotocol|defimpl|defstruct|defexception|def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate|describe|test|alias|import|require|use)(?=[ (])/y;

const KINDS: Readonly<Record<string, ChunkKind>> = {
  defmodule: "module",
  defprotocol: "interface",
  defimpl: "class",
  describe: "test",
  test: "test",
  alias: "import",
  import: "import",
  require: "import",
  use: "import",
};

function callKind(node: Node, { text, enclosing }: Surroundings): ChunkKind | null {
  const word = matchesAt(DEFINING, text, node.startIndex)?.[1];
  if (word === undefined || word === "defstruct" || word === "defexception" || enclosing === "function") {
    return null;
  }
  return KINDS[word] ?? "function";
}

/** The name is the first argument: an alias, a title, or a head that may be called and guarded. */
function callName(node: Node, text: string): Found | null {
  let at = childOfType(node, "arguments")?.namedChild(0) ?? null;
  if (at?.type === "binary_operator") {
    at = at.childForFieldName("left");
  }
  return nameOf(at?.type === "call" ? (at.childForFieldName("target") ?? at) : at, text);
}

export const elixirProfile: LanguageProfile = {
  definitions: { call: { kind: callKind, name: callName } },
  leads: ["comment", "unary_operator"],
  leadsWhen: (text, offset) => text.charAt(offset) === "@" || text.charAt(offset) === "#",
  equations: true,
};
