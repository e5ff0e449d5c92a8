// Java. Annotations are inside the declarations they describe.

import { constructorNames, repeatedModifiers, reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  isLocal,
  type LanguageProfile,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import { javaNeutralisers } from "./neutralisers.ts";

/** Simple names of the annotations of a declaration. */
export const annotationsOf = (tree: SyntaxTree, node: NodeAt): string[] =>
  tree
    .children(tree.childOfType(node, "modifiers"))
    .map((child) => tree.text(tree.field(child, "name")).replace(/^.*\./s, ""));

export const isTest = (tree: SyntaxTree, node: NodeAt): boolean =>
  annotationsOf(tree, node).some((name) => /(?:Test|TestFactory|TestTemplate)$/.test(name));

const FIELDS = ["field_declaration", "constant_declaration"];

/** `int a, b;` defines two. */
const fieldKind = (tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): "field" | null =>
  FIELDS.includes(tree.type(tree.parent(node))) && !isLocal(enclosing) ? "field" : null;

const EMPTY = '(generic_type (type_arguments "<" . ">" @fault))';
/** Besides reserved words and modifiers: a method without a result, and `<>` where nothing is made. */
const lenient = `
  ${reservedAsName(["identifier", "type_identifier"], "abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import instanceof interface native new package private protected public return static strictfp switch synchronized throw throws transient try volatile while")}
  ${repeatedModifiers("modifiers", "public protected private abstract static final transient volatile synchronized native default")}
  ${constructorNames("class_declaration", "class_body")}
  ${constructorNames("record_declaration", "class_body")}
  ${constructorNames("enum_declaration", "enum_body", "enum_body_declarations")}
  (method_declaration type: ${EMPTY})
  (field_declaration type: ${EMPTY})
  (local_variable_declaration type: ${EMPTY})
  (formal_parameter type: ${EMPTY})
  (cast_expression type: ${EMPTY})
  (superclass ${EMPTY})
  (type_list ${EMPTY})
  (type_arguments ${EMPTY})
`;

export const javaProfile: LanguageProfile = {
  reserved: reservedWords(
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while",
  ),
  neutralisers: javaNeutralisers,
  definitions: {
    ...rules("class", "class_declaration", "record_declaration"),
    ...rules("interface", "interface_declaration", "annotation_type_declaration"),
    ...rules("enum", "enum_declaration"),
    ...rules(
      "method",
      "constructor_declaration",
      "compact_constructor_declaration",
      "annotation_type_element_declaration",
    ),
    method_declaration: { kind: "method", isTest },
    variable_declarator: { kind: fieldKind },
  },
  wrappers: FIELDS,
  leads: ["line_comment", "block_comment"],
  imports: ["import_declaration", "package_declaration", "module_declaration"],
  lenient,
};
