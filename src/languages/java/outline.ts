// Java. Annotations are inside the declarations they describe.

import { constructorNames, repeatedModifiers, reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type EnclosingDefinitions,
  isLocal,
  type LanguageProfile,
  reservedWords,
  rules,
} from "../../syntax/profile.ts";
import { type NodeAt, ROOT, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** Simple names of the annotations of a declaration. */
export const annotationsOf = (tree: SyntaxTree, node: NodeAt): string[] =>
  tree
    .children(tree.childOfType(node, "modifiers"))
    .map((child) => tree.text(tree.field(child, "name")).replace(/^.*\./s, ""));

export const isTest = (tree: SyntaxTree, node: NodeAt): boolean =>
  annotationsOf(tree, node).some((name) => /(?:Test|TestFactory|TestTemplate)$/.test(name));

const FIELDS = ["field_declaration", "constant_declaration", "local_variable_declaration"];

/** A compact source file has fields and methods without a class around them. */
export const isField = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.type(node) !== "local_variable_declaration" || tree.parent(node) === ROOT;

/** `int a, b;` defines two. */
function fieldKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): "field" | null {
  const declaration = tree.parent(node);
  const isOne = FIELDS.includes(tree.type(declaration)) && isField(tree, declaration);
  return isOne && !isLocal(enclosing) ? "field" : null;
}

const EMPTY = '(generic_type (type_arguments "<" . ">" @fault))';
/** Neither a class nor a file has them outside of a method. */
const STATEMENTS = [
  ...["block", "expression_statement", "if_statement", "while_statement", "for_statement", "enhanced_for_statement"],
  ...["do_statement", "try_statement", "return_statement", "throw_statement", "labeled_statement", "switch_expression"],
];

/**
 * Besides reserved words and modifiers: a method without a result, `<>` where nothing is made, statements in no method, and the string
 * templates of Java 21 and 22, which newer versions do not have.
 */
const lenient = `
  ${reservedAsName(["identifier", "type_identifier"], "abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import instanceof interface native new package private protected public return static strictfp switch synchronized throw throws transient try volatile while")}
  ${repeatedModifiers("modifiers", "public protected private", "visibility")}
  ${repeatedModifiers("modifiers", "abstract static final transient volatile synchronized native default sealed", "modifier")}
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
  (program [${STATEMENTS.map((type) => `(${type})`).join(" ")}] @fault)
  (template_expression) @fault
  ((character_literal) @fault (#match? @fault "^'[^\\\\\\\\'][^']"))
`;

export const javaProfile: LanguageProfile = {
  reserved: reservedWords(
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while",
  ),
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
    module_declaration: { kind: "module" },
    variable_declarator: { kind: fieldKind },
  },
  wrappers: FIELDS,
  wrapsWhen: isField,
  leads: ["line_comment", "block_comment"],
  imports: ["import_declaration", "package_declaration"],
  lenient,
  // `case null, default ->`, where the grammar takes it for a name.
  isRightThere: ({ text, parent }) => text === "default" && parent?.type === "switch_label",
};
