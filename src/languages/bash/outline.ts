// Bash and the shells that are like it.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type KindFinder,
  type LanguageProfile,
  matchesAt,
  outsideFunctions,
  rules,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { bashNeutralisers } from "./neutralisers.ts";
import { SHELL_OPAQUE, SHELL_WORDS } from "./quoting.ts";
import { zshNeutralisers } from "./zsh-neutralisers.ts";

const SOURCE = /(?:source|\.)[ \t]/y;

const commandKind = (tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null =>
  depth === 0 && matchesAt(SOURCE, tree, node) !== null ? "import" : null;

/** Before a command on its line: of that command alone, as in `IFS=, read -r a b`. */
const BEFORE_COMMAND = /(?:[^\s"'$`]|"[^"\n]{0,200}"|'[^'\n]{0,200}')+[ \t]+(?![\\\w]+=)[^\s\\;&|#]/y;

/** What is assigned in a command inside a value is not seen outside. */
const assignmentKind: KindFinder = (tree, node, enclosing) => {
  const isCommands = tree.type(tree.parent(node)) === "command" && matchesAt(BEFORE_COMMAND, tree, node) !== null;
  return enclosing.innermost === "variable" || isCommands ? null : outsideFunctions("variable")(tree, node, enclosing);
};

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
    variable_assignment: { kind: assignmentKind },
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
