// CSS and SCSS. A rule is called by its selectors; rules inside rules are under them.

import {
  cleanName,
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  type LanguageProfile,
  named,
  nameOf,
} from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

/** What is before the block: `@media (min-width: 60em)`. */
function preludeName(tree: SyntaxTree, node: NodeAt): Found | null {
  const written = tree.text(node);
  const name = cleanName(/^[^{;]*/.exec(written)?.[0] ?? "");
  return name === "" ? null : { name, offset: tree.start(node) };
}

const prelude: DefinitionRule = { kind: "data", name: preludeName };

/** `$name: value` at the top of a stylesheet. */
const declarationKind = (tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null =>
  innermost === null && tree.type(firstNamed(tree, node)) === "variable_name" ? "variable" : null;

const shared: Readonly<Record<string, DefinitionRule>> = {
  rule_set: { kind: "data", name: named("selectors") },
  media_statement: prelude,
  supports_statement: prelude,
  keyframes_statement: prelude,
  at_rule: prelude,
};

export const cssProfile: LanguageProfile = {
  definitions: shared,
  leads: ["comment"],
  imports: ["import_statement", "charset_statement"],
  separator: " ",
};

export const scssProfile: LanguageProfile = {
  definitions: {
    ...shared,
    declaration: { kind: declarationKind, name: (tree, node) => nameOf(tree, firstNamed(tree, node)) },
    mixin_statement: { kind: "function", name: named("name") },
    function_statement: { kind: "function", name: named("name") },
    placeholder: { kind: "data", name: preludeName },
  },
  leads: ["comment", "single_line_comment"],
  imports: ["import_statement", "charset_statement", "use_statement", "forward_statement"],
  patchy: true,
  separator: " ",
};
