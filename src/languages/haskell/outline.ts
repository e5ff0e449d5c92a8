// Haskell. A signature and the equations of the same name are one definition.
import type { Node } from "web-tree-sitter";
import { type Found, type LanguageProfile, namedAt, nameOf, outsideFunctions, rules } from "../../syntax/profile.ts";

/** `instance Sized Expr` is called by its class and its type. */
function instanceName(node: Node, text: string): Found | null {
  const found = namedAt("name")(node, text);
  const type = namedAt("patterns")(node, text);
  return found === null ? null : { ...found, name: type === null ? found.name : `${found.name} ${type.name}` };
}

/** A function's name; an operator's is between its operands or in parentheses. */
function functionName(node: Node, text: string): Found | null {
  const found = nameOf(node.childForFieldName("name"), text);
  if (found !== null) {
    return bare(found);
  }
  const infix = node.namedChildren.find((child) => child.type === "infix");
  return nameOf(infix?.childForFieldName("operator") ?? null, text);
}

function bare(found: Found): Found {
  return { ...found, name: found.name.replace(/^\((.*)\)$/, "$1") };
}

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
