// C and C++. A name is at the end of a chain of declarators; `Foo::bar` is under `Foo`.
import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type DefinitionRule,
  type Found,
  type LanguageProfile,
  namedAt,
  nameOf,
  outsideFunctions,
  rules,
  type Surroundings,
  underScopes,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { doubtMacros } from "./macro-doubts.ts";

const DECLARATORS = /declarator$|^attributed_declarator$/;
const DECLARATOR_DEPTH_MAX = 12;

/** The node that spells a declarator's name, under pointers, references, arrays and parameters. */
function declaredName(node: Node): Node | null {
  let at = node.childForFieldName("declarator");
  for (let depth = 0; at !== null && DECLARATORS.test(at.type) && depth < DECLARATOR_DEPTH_MAX; depth += 1) {
    const inner: Node | null = at.childForFieldName("declarator") ?? at.namedChildren.at(-1) ?? null;
    at = nameBehindMacro(at, inner) ?? inner;
  }
  return at;
}

/**
 * `internal peek` in `static int internal peek (void)`: a macro that represents nothing, then the name, which the grammar
 * skips.
 */
function nameBehindMacro(declarator: Node, macro: Node | null): Node | null {
  const skipped = macro?.type === "identifier" && declarator.type === "function_declarator" ? macro.nextSibling : null;
  const name = skipped?.type === "ERROR" ? skipped.lastNamedChild : null;
  return name?.type === "identifier" ? name : null;
}

function nameOfDeclarator(node: Node, text: string): Found | null {
  const name = declaredName(node);
  const found = nameOf(name, text);
  if (found === null || name === null) {
    return null;
  }
  const scoped = underScopes({ ...found, name: found.name.replace(/<[^<>]*>(?=\s*::)/g, "") });
  return { ...scoped, offset: Math.max(found.offset, name.endIndex - scoped.name.length) };
}

const TEST_MACRO =
  /(?:TYPED_)?TEST(?:_F|_P|_CASE)?\s*\(\s*([\w"][^,)\s]{0,200})\s*(?:,\s*([\w"][^,)\s]{0,200})\s*)?[,)]/y;

function functionKind(node: Node, { text, enclosing }: Surroundings): ChunkKind {
  TEST_MACRO.lastIndex = node.startIndex;
  return TEST_MACRO.test(text) ? "test" : enclosing === "class" ? "method" : "function";
}

/** GoogleTest's `TEST(Suite, Case)` is found under `Suite.Case`. */
function functionName(node: Node, text: string): Found | null {
  TEST_MACRO.lastIndex = node.startIndex;
  const test = TEST_MACRO.exec(text);
  if (test === null) {
    return nameOfDeclarator(node, text);
  }
  const [, first = "", second] = test;
  const offset = node.startIndex;
  return second === undefined ? { name: first, offset } : { name: second, offset, qualifier: first };
}

/** A variable or a prototype at the top of a file or class. */
function declarationKind(node: Node, around: Surroundings): ChunkKind | null {
  if (around.enclosing === "function" || around.enclosing === "method" || around.enclosing === "test") {
    return null;
  }
  const declarator = node.childForFieldName("declarator");
  let at = declarator;
  while (at !== null && /^(?:pointer|reference)_declarator$/.test(at.type)) {
    at = at.childForFieldName("declarator") ?? at.namedChildren.at(-1) ?? null;
  }
  return at?.type === "function_declarator" ? (around.enclosing === "class" ? "method" : "function") : "variable";
}

/** A struct, union, enum or class that has a body and no typedef around it that names it. */
function whenDefined(kind: ChunkKind): DefinitionRule {
  return {
    kind: (node) => (node.childForFieldName("body") === null || node.parent?.type === "type_definition" ? null : kind),
  };
}

function typedefKind(node: Node): ChunkKind {
  const type = node.childForFieldName("type");
  const hasBody = type !== null && type.childForFieldName("body") !== null;
  return hasBody ? (type.type === "enum_specifier" ? "enum" : "class") : "type";
}

const shared: Readonly<Record<string, DefinitionRule>> = {
  function_definition: { kind: functionKind, name: functionName },
  declaration: { kind: declarationKind, name: nameOfDeclarator },
  type_definition: { kind: typedefKind, name: nameOfDeclarator },
  struct_specifier: whenDefined("class"),
  union_specifier: whenDefined("class"),
  enum_specifier: whenDefined("enum"),
  ...rules("variable", "preproc_def"),
  ...rules("function", "preproc_function_def"),
};

const C_WORDS = "break case continue do else enum for goto if return sizeof struct switch typedef union while";

/** Besides reserved words: a name beside a string that is no macro's (`PRIu64` is one), and an include of nothing. */
const common = String.raw`
  ((concatenated_string (identifier) @fault) (#match? @fault "^[A-Z]?[a-z_]"))
  ((system_lib_string) @fault (#eq? @fault "<>"))
`;

export const cProfile: LanguageProfile = {
  doubt: doubtMacros,
  lenient: `${common} ${reservedAsName(["identifier", "type_identifier", "field_identifier"], C_WORDS)}`,
  definitions: shared,
  leads: ["comment", "attribute_specifier"],
  imports: ["preproc_include"],
};

/** Members: methods declared in a class are found, plain fields are not. */
function fieldKind(node: Node, around: Surroundings): ChunkKind | null {
  return declarationKind(node, around) === "method" ? "method" : null;
}

export const cppProfile: LanguageProfile = {
  doubt: doubtMacros,
  lenient: `
    ${common}
    ${reservedAsName(["identifier", "type_identifier", "field_identifier", "namespace_identifier"], `${C_WORDS} class namespace template typename`)}
    ((parameter_declaration type: (type_identifier) @fine) (#eq? @fine "sizeof"))
    (template_parameter_list (parameter_declaration type: (dependent_type (type_identifier)) @fault))`,
  definitions: {
    ...shared,
    class_specifier: whenDefined("class"),
    field_declaration: { kind: fieldKind, name: nameOfDeclarator },
    namespace_definition: { kind: "module", name: namespaceName },
    alias_declaration: { kind: outsideFunctions("type") },
    ...rules("interface", "concept_definition"),
  },
  wrappers: ["template_declaration"],
  leads: ["comment"],
  imports: ["preproc_include", "using_declaration"],
};

function namespaceName(node: Node, text: string): Found | null {
  const found = namedAt("name")(node, text);
  return found === null ? null : underScopes(found);
}
