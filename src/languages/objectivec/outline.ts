// Objective-C: its classes, protocols and categories, and what they have; everything else is C.
import { type Found, firstNamed, type LanguageProfile, nameOf } from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import { doubtMacros } from "../c/macro-doubts.ts";
import { cDefinitions } from "../c/outline.ts";
import { objectivecNeutralisers } from "./neutralisers.ts";

/** `Order`, of the interface, its implementation and its categories alike; `order` of `order:shouldShip:`. */
const firstIdentifier = (tree: SyntaxTree, node: NodeAt): Found | null =>
  nameOf(tree, firstNamed(tree, node, "identifier"));

const propertyDeclarators = (tree: SyntaxTree, node: NodeAt): NodeAt[] =>
  tree.children(firstNamed(tree, node, "struct_declaration")).filter((one) => tree.type(one) === "struct_declarator");

/** Under pointers, blocks and arrays. */
function declaredName(tree: SyntaxTree, declarator: NodeAt): Found | null {
  let at = declarator;
  while (at !== NO_NODE && tree.type(at) !== "identifier") {
    at = firstNamed(tree, at);
  }
  return nameOf(tree, at);
}

const SIGN = /^[ \t]*(?:@(?:interface|implementation|protocol|import|class|end)\b|#[ \t]*(?:import|include|define)\b)/m;

export const objectivecProfile: LanguageProfile = {
  neutralisers: objectivecNeutralisers,
  // Files of MATLAB and of Mercury end in the same way.
  doubt: (text, first) =>
    SIGN.test(text) ? doubtMacros(text, first) : "nothing in it is of Objective-C alone: it may be in another language",
  definitions: {
    ...cDefinitions,
    class_interface: { kind: "class", name: firstIdentifier },
    class_implementation: { kind: "class", name: firstIdentifier },
    protocol_declaration: { kind: "interface", name: firstIdentifier },
    method_declaration: { kind: "method", name: firstIdentifier },
    method_definition: { kind: "method", name: firstIdentifier },
    property_declaration: {
      kind: "field",
      name: (tree, node) => declaredName(tree, propertyDeclarators(tree, node)[0] ?? NO_NODE),
      further: {
        in: (tree, node) => propertyDeclarators(tree, node).slice(1),
        rule: { kind: "field", name: declaredName },
      },
    },
  },
  leads: ["comment", "attribute_specifier"],
  imports: ["preproc_include", "module_import"],
};
