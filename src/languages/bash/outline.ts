// Bash and the shells that are like it.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  type KindFinder,
  type LanguageProfile,
  matchesAt,
  nameOf,
  outsideFunctions,
  rules,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { bashNeutralisers } from "./neutralisers.ts";
import { SHELL_OPAQUE, SHELL_WORDS } from "./quoting.ts";
import { zshNeutralisers } from "./zsh-neutralisers.ts";

const SOURCE = /(?:source|\.)[ \t]/y;

const commandKind = (tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null =>
  depth === 0 && matchesAt(SOURCE, tree, node) !== null ? "import" : null;

const LINE_END = /(?<!\\)\r?\n/;
/** More of them before one command are generated. */
const BEFORE_COMMAND_MAX = 50;

/** Whether it stands before a command and is of that command alone, as in `IFS=, read -r a b`. The grammar reads on at the end of a line. */
function isCommands(tree: SyntaxTree, node: NodeAt): boolean {
  const command = tree.parent(node);
  const name = tree.type(command) === "command" ? tree.field(command, "name") : NO_NODE;
  let before = node;
  for (let step = 0; name !== NO_NODE && step < BEFORE_COMMAND_MAX; step += 1) {
    const next = tree.nextSibling(before);
    if (next === NO_NODE || LINE_END.test(tree.source.slice(tree.end(before), tree.start(next)))) {
      return false;
    }
    if (next === name) {
      return true;
    }
    before = next;
  }
  return false;
}

/** What is assigned in a command inside a value is not seen outside. */
const assignmentKind: KindFinder = (tree, node, enclosing) =>
  enclosing.innermost === "variable" || isCommands(tree, node)
    ? null
    : outsideFunctions("variable")(tree, node, enclosing);

/** `ports[0]=80` assigns to `ports`. */
function assignedName(tree: SyntaxTree, node: NodeAt): Found | null {
  const name = tree.field(node, "name");
  return nameOf(tree, tree.type(name) === "subscript" ? tree.field(name, "name") : name);
}

const SIGNS = signs(
  "then|do|else|fi|done|esac|elif|case|function|local|readonly|export",
  ";[ \\t]*;[ \\t]*;",
  "\\|[ \\t]*\\|[ \\t]*\\|",
  "^[ \\t]*(?:&&|\\|\\|)[ \\t]*$",
);

export const bashProfile: LanguageProfile = {
  neutralisers: bashNeutralisers,
  doubt: doubtGrammar("Bash", quotedBy(SHELL_OPAQUE), SIGNS, SHELL_WORDS),
  verbatim: verbatimTypes("heredoc_redirect", "string", "raw_string"),
  definitions: {
    ...rules("function", "function_definition"),
    variable_assignment: { kind: assignmentKind, name: assignedName },
    command: { kind: commandKind },
  },
  wrappers: ["declaration_command"],
  leads: ["comment"],
};

/** Zsh has much that is none of Bash, and leaves out words that close. */
export const zshProfile: LanguageProfile = {
  ...bashProfile,
  neutralisers: zshNeutralisers,
  doubt: (_text, first) => `its grammar is that of Bash, which does not know all of Zsh, and stops at line ${first}`,
};
