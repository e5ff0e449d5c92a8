// Haskell. A signature and the equations of the same name are one definition.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import {
  type DefinitionRule,
  type Found,
  firstNamed,
  type LanguageProfile,
  namedAt,
  namedByEach,
  nameOf,
  nodesIn,
  outsideFunctions,
  rules,
} from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import { haskellNeutralisers } from "./neutralisers.ts";

/** `instance Sized Expr` is called by its class and its type. */
function instanceName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = namedAt("name")(tree, node);
  const type = namedAt("patterns")(tree, node);
  return found === null ? null : { ...found, name: type === null ? found.name : `${found.name} ${type.name}` };
}

/** A function's or a type's name; an operator's is between its operands or in parentheses. */
function functionName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, tree.field(node, "name"));
  if (found !== null) {
    return bare(found);
  }
  const infix = tree.children(node).find((child) => tree.type(child) === "infix");
  return nameOf(tree, tree.field(infix ?? NO_NODE, "operator"));
}

/** The variables of what a pattern binds, and the names of one signature in a class: `low, high :: a`. */
function severalNames(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const isInClass = tree.type(tree.parent(node)) === "class_declarations";
  const names = isInClass ? tree.fields(tree.field(node, "names"), "name") : [];
  return [...names, ...nodesIn(tree, tree.field(node, "pattern"), "variable")];
}

function boundName(tree: SyntaxTree, name: NodeAt): Found | null {
  const found = nameOf(tree, name);
  return found === null ? null : bare(found);
}

/** `pattern Pair a b <- (a, b)`: the head of what the synonym is applied to; an operator is between its operands. */
function synonymName(tree: SyntaxTree, node: NodeAt): Found | null {
  let at = tree.field(firstNamed(tree, node, "signature", "equation"), "synonym");
  for (let inner = at; inner !== NO_NODE; ) {
    at = inner;
    inner =
      ["function", "constructor", "operator", "synonym"]
        .map((field) => tree.field(at, field))
        .find((one) => one !== NO_NODE) ?? NO_NODE;
  }
  const found = nameOf(tree, at);
  return found === null ? null : bare(found);
}

const bare = (found: Found): Found => ({ ...found, name: found.name.replace(/^\((.*)\)$/, "$1") });

const value: DefinitionRule = {
  ...namedByEach(severalNames, outsideFunctions("function"), boundName),
  kind: outsideFunctions("function"),
  name: (tree, node) => boundName(tree, severalNames(tree, node)[0] ?? NO_NODE) ?? functionName(tree, node),
};

/** Comments, one of which may hold another, strings, characters, and quotations of other languages. */
const OPAQUE =
  /--+(?![!#$%&*+./<=>?@\\^|~:-])[^\n]*|\{-(?:(?!\{-|-\})[\s\S])*(?:\{-(?:(?!-\})[\s\S])*-\}(?:(?!\{-|-\})[\s\S])*)*-\}|"""(?:\\[\s\S]|[^"\\]|"(?!""))*"""|"(?:\\\s[^\\]*\\|\\[^\n]|[^"\\\n])*"|(?<![\w'])'(?:\\[^\n']{1,8}|\\'|[^\\\n'])'|\[[\w.]*\|[\s\S]*?\|\]|(?<open>"|\{-)/y;
const SIGNS = signs(
  "module|import|where|let|data|type|newtype|class|instance|deriving|case|of|if|then|else|in",
  "[([{][ \\t]*=",
  "=[ \\t]+=[ \\t]",
  "=[ \\t]*[)\\]}]",
);
const doubtHaskell = doubtGrammar("Haskell", quotedBy(OPAQUE), SIGNS);
/** Directives of the C preprocessor: what stands under them may be there once or twice. */
const DIRECTIVE = /^#[ \t]*(?:if|ifdef|ifndef|define|include)\b/m;

const type = { kind: "type", name: functionName } as const;

export const haskellProfile: LanguageProfile = {
  doubt: (text, first, lines) =>
    DIRECTIVE.test(text)
      ? `it uses the C preprocessor, which its grammar has not, and stops at line ${first}`
      : doubtHaskell(text, first, lines),
  definitions: {
    signature: value,
    function: value,
    bind: value,
    pattern_synonym: { kind: "function", name: synonymName },
    data_type: type,
    newtype: type,
    type_synonym: type,
    type_family: type,
    data_family: type,
    kind_signature: type,
    ...rules("interface", "class"),
    instance: { kind: "class", name: instanceName, listed: false },
  },
  leads: ["comment", "haddock", "pragma", "fixity"],
  imports: ["import", "header"],
  // Each instance of a family of data is a definition.
  equations: (tree, _before, node) => tree.type(tree.parent(node)) !== "data_instance",
  neutralisers: haskellNeutralisers,
};
