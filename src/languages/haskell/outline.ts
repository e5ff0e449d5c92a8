// Haskell. A signature and the equations of the same name are one definition.

import { type Found, type LanguageProfile, namedAt, nameOf, outsideFunctions, rules } from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** `instance Sized Expr` is called by its class and its type. */
function instanceName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = namedAt("name")(tree, node);
  const type = namedAt("patterns")(tree, node);
  return found === null ? null : { ...found, name: type === null ? found.name : `${found.name} ${type.name}` };
}

/** A function's name; an operator's is between its operands or in parentheses. */
function functionName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = nameOf(tree, tree.field(node, "name"));
  if (found !== null) {
    return bare(found);
  }
  const infix = tree.children(node).find((child) => tree.type(child) === "infix");
  return nameOf(tree, tree.field(infix ?? NO_NODE, "operator"));
}

const bare = (found: Found): Found => ({ ...found, name: found.name.replace(/^\((.*)\)$/, "$1") });

const value = { kind: outsideFunctions("function"), name: functionName };

export const haskellProfile: LanguageProfile = {
  definitions: {
    signature: value,
    function: value,
    bind: value,
    ...rules("type", "data_type", "newtype", "type_synomym", "type_family", "data_family"),
    ...rules("interface", "class"),
    instance: { kind: "class", name: instanceName, listed: false },
  },
  leads: ["comment", "haddock", "pragma", "fixity"],
  imports: ["import", "header"],
  equations: true,
};
