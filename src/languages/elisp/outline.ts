// Emacs Lisp: a list whose first word defines something.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type EnclosingDefinitions,
  type Found,
  isLocal,
  type LanguageProfile,
  matchesAt,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const DEFINING = /\(\s*((?:cl-|ert-)?def[\w-]*|define-[\w-]+)\s+['(]*([^\s()[\]"';`]+)/y;

const KINDS: Readonly<Record<string, ChunkKind>> = {
  defvar: "variable",
  "defvar-local": "variable",
  defconst: "variable",
  defcustom: "variable",
  defface: "variable",
  defgroup: "variable",
  defclass: "class",
  "cl-defstruct": "class",
  "ert-deftest": "test",
};

function listKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const word = isLocal(enclosing) ? undefined : matchesAt(DEFINING, tree, node)?.[1];
  return word === undefined ? null : (KINDS[word] ?? "function");
}

function listName(tree: SyntaxTree, node: NodeAt): Found | null {
  const match = matchesAt(DEFINING, tree, node);
  const name = match?.[2];
  return match === null || name === undefined
    ? null
    : { name, offset: tree.start(node) + match[0].length - name.length };
}

/** Comments, strings and characters. */
const OPAQUE = /;[^\n]*|"(?:\\[\s\S]|[^"\\])*"|(?<![\w-])\?(?:\\(?:[CMSHAs]-)*\\?[\s\S]|[\s\S])|\\[\s\S]|(?<open>")/y;
const list = { kind: listKind, name: listName } as const;

export const elispProfile: LanguageProfile = {
  doubt: doubtGrammar("Emacs Lisp", quotedBy(OPAQUE), signs("defun|defmacro|defvar")),
  definitions: { list, function_definition: list, macro_definition: list, special_form: list },
  leads: ["comment"],
};
