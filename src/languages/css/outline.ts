// CSS, SCSS and Less. A rule is called by its selectors; rules inside rules are under them.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  cleanName,
  type DefinitionRule,
  type EnclosingDefinitions,
  firstNamed,
  type LanguageProfile,
  type NameFinder,
  named,
  nameOf,
} from "../../syntax/profile.ts";
import { doubtGrammar } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { CSS, LESS, maskStyles, SCSS } from "./mask.ts";

/** What is no code in a prelude: interpolation and strings stay in a name, comments do not. */
const OPAQUE_PRELUDE = String.raw`[#@$]\{[^}]*\}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\/|\\.`;
const RULE = new RegExp(`^(?:${OPAQUE_PRELUDE}|[^{])*`);
const AT_RULE = new RegExp(`^(?:${OPAQUE_PRELUDE}|[^{;])*`);
const COMMENTS = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;

/** What is before the block: `@media (min-width: 60em)`. A variable of Less may have one: `@rules: { … }`. */
const nameBefore =
  (pattern: RegExp): NameFinder =>
  (tree, node) => {
    const written = pattern.exec(tree.text(node))?.[0] ?? "";
    const name = cleanName(written.replace(COMMENTS, "$1")).replace(/^(@[\w-]+)\s*:$/, "$1");
    return name === "" ? null : { name, offset: tree.start(node) };
  };

const prelude: DefinitionRule = { kind: "data", name: nameBefore(AT_RULE) };
const rule: DefinitionRule = { kind: "data", name: nameBefore(RULE) };

/** Without a block, inside of another one, it only uses something: `@apply p-4;`. */
const atRuleKind = (tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null =>
  depth > 0 && tree.childOfType(node, "block") === NO_NODE ? null : "data";

/** `$name: value` of SCSS and PostCSS, and `@name: value` of Less, at the top of a stylesheet. */
const declarationKind = (tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null =>
  innermost === null && /[$@]/.test(tree.source.charAt(tree.start(node))) ? "variable" : null;

const variable: DefinitionRule = {
  kind: declarationKind,
  name: (tree, node) => nameOf(tree, firstNamed(tree, node)),
};

/** Comments, strings, addresses without quotes, escapes. */
const OPAQUE = /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\burl\([^)"'\n]*\)|\\[\s\S]/iy;
const doubtBrackets = doubtGrammar("CSS", quotedBy(OPAQUE));
/** A declaration whose colon is missing. */
const NO_COLON = /^\s*[a-z-]+\s+[^:;{}@]*;\s*$/;

const doubtStyles: LanguageProfile["doubt"] = (text, first, lines) => {
  const written = text.split("\n");
  return lines.some((line) => NO_COLON.test(written[line - 1] ?? "")) ? null : doubtBrackets(text, first, lines);
};

const shared: Readonly<Record<string, DefinitionRule>> = {
  rule_set: rule,
  media_statement: prelude,
  supports_statement: prelude,
  keyframes_statement: prelude,
  at_rule: { ...prelude, kind: atRuleKind },
};

export const cssProfile: LanguageProfile = {
  mask: (text) => maskStyles(text, CSS),
  doubt: doubtStyles,
  definitions: { ...shared, scope_statement: prelude, declaration: variable },
  leads: ["comment"],
  imports: ["import_statement", "charset_statement"],
  separator: " ",
};

export const lessProfile: LanguageProfile = {
  mask: (text) => maskStyles(text, LESS),
  patchy: true,
  definitions: { ...shared, declaration: variable },
  leads: ["comment", "js_comment"],
  imports: ["import_statement", "charset_statement"],
  separator: " ",
};

export const scssProfile: LanguageProfile = {
  mask: (text) => maskStyles(text, SCSS),
  definitions: {
    ...shared,
    declaration: variable,
    mixin_statement: { kind: "function", name: named("name") },
    function_statement: { kind: "function", name: named("name") },
  },
  leads: ["comment", "single_line_comment"],
  imports: ["import_statement", "charset_statement", "use_statement", "forward_statement"],
  patchy: true,
  separator: " ",
};
