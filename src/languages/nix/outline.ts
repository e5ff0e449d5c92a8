// Nix. Attributes define; only the outer ones are worth a name.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import type { EnclosingDefinitions, LanguageProfile } from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { nixNeutralisers } from "./neutralisers.ts";

const DEPTH_MAX = 2;

function bindingKind(tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null {
  if (depth > DEPTH_MAX) {
    return null;
  }
  return tree.type(tree.field(node, "expression")) === "function_expression" ? "function" : "variable";
}

/** Comments and strings; in those, what stands between nested quotes is read as code. */
const OPAQUE =
  /#[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|''(?:[^']|'[^']|''(?:['$]|\\[\s\S]))*''|(?<open>"|\/\*)/y;
const SIGNS = signs(
  "let|in|inherit|with|rec|if|then|else|assert",
  COMMAS,
  "(?<![=<>!|&+])=[ \\t]*[;)\\]}=](?!=)",
  "=[ \\t]+=[ \\t]",
);

export const nixProfile: LanguageProfile = {
  doubt: doubtGrammar("Nix", quotedBy(OPAQUE), SIGNS),
  definitions: { binding: { kind: bindingKind, name: "attrpath" } },
  leads: ["comment"],
  neutralisers: nixNeutralisers,
};
