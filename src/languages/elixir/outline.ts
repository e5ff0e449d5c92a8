// Elixir, where every definition is a call: `defmodule`, `def` and their kin are recognised by their first word.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  type LanguageProfile,
  matchesAt,
  nameOf,
} from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, type WordPair } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
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

function callKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  const word = matchesAt(DEFINING, tree, node)?.[1];
  if (word === undefined || word === "defstruct" || word === "defexception" || innermost === "function") {
    return null;
  }
  return KINDS[word] ?? "function";
}

/** The operator between two operands: what `def a <~> b` defines. */
function operatorOf(tree: SyntaxTree, node: NodeAt): Found {
  const [from, to] = [tree.end(tree.field(node, "left")), tree.start(tree.field(node, "right"))];
  const between = tree.source.slice(from, to);
  return { name: between.trim(), offset: from + (between.length - between.trimStart().length) };
}

/** The name is the first argument: an alias, a title, or a head that may be called and guarded. */
function callName(tree: SyntaxTree, node: NodeAt): Found | null {
  let at = firstNamed(tree, firstNamed(tree, node, "arguments"));
  if (tree.type(at) === "binary_operator" && operatorOf(tree, at).name === "when") {
    at = tree.field(at, "left");
  }
  if (tree.type(at) === "binary_operator") {
    return operatorOf(tree, at);
  }
  const target = tree.type(at) === "call" ? tree.field(at, "target") : NO_NODE;
  return nameOf(tree, target === NO_NODE ? at : target);
}

/** Comments, strings, sigils and characters. */
const OPAQUE =
  /#[^\n]*|~[a-z]+(?:"""[\s\S]*?"""|'''[\s\S]*?'''|\((?:\\[\s\S]|[^)\\])*\)|\[(?:\\[\s\S]|[^\]\\])*\]|\{(?:\\[\s\S]|[^}\\])*\}|<(?:\\[\s\S]|[^>\\])*>|\/(?:\\[\s\S]|[^/\\])*\/|\|(?:\\[\s\S]|[^|\\])*\||"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')|"""(?:\\[\s\S]|[^"\\]|"(?!""))*"""|'''(?:\\[\s\S]|[^'\\]|'(?!''))*'''|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|(?<![\w?!])\?(?:\\[\s\S]|\S)|(?<open>["'])/iy;
const SIGNS = signs(
  "defmodule|def|defp|defmacro|do|end|case|if|fn|alias|import|use|require|when|cond|with|else",
  COMMAS,
  "=[ \\t]+=[ \\t]",
  "(?<![=<>!~&*+\\/|^])=[ \\t]*[)\\]},]",
);

const BLOCKS: readonly WordPair[] = [[/(?<![:.\w@&])(?:do|fn)(?![\w:?!])/g, /(?<![:.\w@&])end(?![\w:?!])/g]];

export const elixirProfile: LanguageProfile = {
  doubt: doubtGrammar("Elixir", quotedBy(OPAQUE), SIGNS, BLOCKS),
  definitions: { call: { kind: callKind, name: callName } },
  leads: ["comment", "unary_operator"],
  leadsWhen: (text, offset) => text.charAt(offset) === "@" || text.charAt(offset) === "#",
  equations: true,
};
