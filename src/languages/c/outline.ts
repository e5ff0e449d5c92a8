// C and C++. A name is at the end of a chain of declarators; `Foo::bar` is under `Foo`.

import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  cutName,
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  type FurtherNames,
  firstNamed,
  type KindFinder,
  type LanguageProfile,
  matchesAt,
  namedAt,
  nameOf,
  outsideFunctions,
  reservedWords,
  rules,
  underScopes,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { declaresNothing } from "./declares-nothing.ts";
import { doubtMacros } from "./macro-doubts.ts";
import { macroMade } from "./macro-made.ts";
import { memberPointer } from "./member-pointers.ts";
import { cNeutralisers, cppNeutralisers } from "./neutralisers.ts";

const DECLARATORS = /declarator$|^attributed_declarator$/;
const DECLARATOR_DEPTH_MAX = 12;

function innerDeclarator(tree: SyntaxTree, declarator: NodeAt): NodeAt {
  const inner = tree.field(declarator, "declarator");
  if (inner !== NO_NODE) {
    return inner;
  }
  // `run(int n) [[unsequenced]]`, `auto [low, high]`
  return /^(?:attributed|structured_binding)_declarator$/.test(tree.type(declarator))
    ? firstNamed(tree, declarator)
    : lastNamed(tree, declarator);
}

const lastNamed = (tree: SyntaxTree, node: NodeAt): NodeAt => tree.children(node).at(-1) ?? NO_NODE;

/** The first declarator of a declaration, or the node itself where that is one of its others. */
const declaratorOf = (tree: SyntaxTree, node: NodeAt): NodeAt =>
  /declarator$|identifier$/.test(tree.type(node)) ? node : tree.field(node, "declarator");

/** The node that spells a declarator's name, under pointers, references, arrays and parameters. */
function declaredName(tree: SyntaxTree, node: NodeAt): NodeAt {
  let at = declaratorOf(tree, node);
  for (let depth = 0; at !== NO_NODE && depth < DECLARATOR_DEPTH_MAX; depth += 1) {
    const pointer = memberPointer(tree, at);
    at = pointer === NO_NODE ? at : pointer;
    if (!DECLARATORS.test(tree.type(at))) {
      break;
    }
    const inner = innerDeclarator(tree, at);
    const name = nameBehindMacro(tree, at, inner);
    at = name === NO_NODE ? inner : name;
  }
  return at;
}

/**
 * `internal peek` in `static int internal peek (void)`: a macro that represents nothing, then the name, which the grammar
 * skips.
 */
function nameBehindMacro(tree: SyntaxTree, declarator: NodeAt, macro: NodeAt): NodeAt {
  if (tree.type(macro) !== "identifier" || tree.type(declarator) !== "function_declarator") {
    return NO_NODE;
  }
  const skipped = tree.nextSibling(macro);
  const name = tree.type(skipped) === "ERROR" ? lastNamed(tree, skipped) : NO_NODE;
  return tree.type(name) === "identifier" ? name : NO_NODE;
}

/** `operator bool() const`, in a class or behind its name; NO_NODE for any other name. */
function conversionOf(tree: SyntaxTree, name: NodeAt): NodeAt {
  let at = name;
  for (let depth = 0; tree.type(at) === "qualified_identifier" && depth < DECLARATOR_DEPTH_MAX; depth += 1) {
    at = tree.field(at, "name");
  }
  return tree.type(at) === "operator_cast" ? at : NO_NODE;
}

/** `operator bool` of a conversion, without its parameters and what follows them. */
function conversionName(tree: SyntaxTree, name: NodeAt, conversion: NodeAt): Found | null {
  let declarator = tree.field(conversion, "declarator");
  while (tree.field(declarator, "parameters") === NO_NODE && tree.field(declarator, "declarator") !== NO_NODE) {
    declarator = tree.field(declarator, "declarator");
  }
  const parameters = tree.field(declarator, "parameters");
  const offset = tree.start(conversion);
  if (parameters === NO_NODE) {
    return null;
  }
  const written = cutName(tree.source.slice(offset, tree.start(parameters)).replace(/\s+/g, " ").trim());
  const scopes = tree.source.slice(tree.start(name), offset).replace(/<[^<>]*>(?=\s*::)/g, "");
  const { qualifier } = underScopes({ name: `${scopes}x`, offset });
  return { name: written, offset, ...(qualifier === undefined ? {} : { qualifier }) };
}

function nameOfDeclarator(tree: SyntaxTree, node: NodeAt): Found | null {
  const name = declaredName(tree, node);
  const conversion = conversionOf(tree, name);
  if (conversion !== NO_NODE) {
    return conversionName(tree, name, conversion);
  }
  const found = nameOf(tree, name);
  if (found === null) {
    return null;
  }
  // What is very long is no name, but a declaration that the grammar misread.
  const scoped = underScopes({ ...found, name: cutName(found.name).replace(/<[^<>]*>(?=\s*::)/g, "") });
  return { ...scoped, offset: Math.max(found.offset, tree.end(name) - scoped.name.length) };
}

const TEST_MACRO =
  /(?:TYPED_)?TEST(?:_F|_P|_CASE)?\s*\(\s*([\w"][^,)\s]{0,200})\s*(?:,\s*([\w"][^,)\s]{0,200})\s*)?[,)]/y;

function functionKind(tree: SyntaxTree, node: NodeAt, { innermost }: EnclosingDefinitions): ChunkKind | null {
  if (matchesAt(TEST_MACRO, tree, node) !== null || macroMade(tree, node)?.isTest === true) {
    return "test";
  }
  // `int n_ = 0;` in a class, which the grammar takes for a function without a body of its own.
  const isField = tree.childOfType(node, "pure_virtual_clause") !== NO_NODE && !declaresFunction(tree, node);
  return isField ? null : innermost === "class" ? "method" : "function";
}

/** Whether what is declared has parameters, and is no pointer to what has: `int old(int) = delete("why")` has no value. */
function declaresFunction(tree: SyntaxTree, node: NodeAt): boolean {
  let at = declaratorOf(tree, node);
  let innermost = "";
  for (let depth = 0; DECLARATORS.test(tree.type(at)) && depth < DECLARATOR_DEPTH_MAX; depth += 1) {
    innermost = /^(?:parenthesized|init|attributed)_declarator$/.test(tree.type(at)) ? innermost : tree.type(at);
    at = innerDeclarator(tree, at);
  }
  return innermost === "function_declarator" || conversionOf(tree, at) !== NO_NODE;
}

/** GoogleTest's `TEST(Suite, Case)` is found under `Suite.Case`. */
function functionName(tree: SyntaxTree, node: NodeAt): Found | null {
  const test = matchesAt(TEST_MACRO, tree, node);
  if (test === null) {
    const made = macroMade(tree, node);
    return made === null ? nameOfDeclarator(tree, node) : nameOf(tree, made.name);
  }
  const [, first = "", second] = test;
  const offset = tree.start(node);
  return second === undefined ? { name: first, offset } : { name: second, offset, qualifier: first };
}

/** A variable or a prototype at the top of a file or class. */
function declarationKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  if (declaresNothing(tree, node, declaredName(tree, node))) {
    return null;
  }
  if (enclosing.innermost === "function" || enclosing.innermost === "method" || enclosing.innermost === "test") {
    return null;
  }
  return declaresFunction(tree, node) ? (enclosing.innermost === "class" ? "method" : "function") : "variable";
}

/** A struct, union, enum or class that has a body, and that no typedef around it calls the same. */
const whenDefined = (kind: ChunkKind): DefinitionRule => ({
  kind: (tree, node) => (tree.field(node, "body") === NO_NODE || isNamedByTypedef(tree, node) ? null : kind),
  isBeside: true,
});

function isNamedByTypedef(tree: SyntaxTree, node: NodeAt): boolean {
  const around = tree.parent(node);
  const name = tree.text(tree.field(node, "name"));
  return tree.type(around) === "type_definition" && declaratorsOf(tree, around).some((one) => tree.text(one) === name);
}

/** `int *low, high[2];`; the names in `auto [low, high]` count each. */
const declaratorsOf = (tree: SyntaxTree, node: NodeAt): NodeAt[] =>
  tree.fields(node, "declarator").flatMap((one) => {
    const bound = tree.type(one) === "init_declarator" ? tree.field(one, "declarator") : one;
    return tree.type(bound) === "structured_binding_declarator" ? tree.children(bound) : [one];
  });

const furtherDeclarators = (kind: KindFinder): FurtherNames => ({
  in: (tree, node) => declaratorsOf(tree, node).slice(1),
  rule: { kind, name: nameOfDeclarator },
  isApart: (tree, node) => tree.fields(node, "declarator").length > 1,
});

/** `typedef struct { … } order;` is the structure; `order_t` of `typedef struct order { … } order_t;` and a pointer are other names. */
function typedefKind(tree: SyntaxTree, node: NodeAt): ChunkKind {
  const type = tree.field(node, "type");
  const tag = tree.text(tree.field(type, "name"));
  const declarator = tree.field(node, "declarator");
  const isItself =
    tree.field(type, "body") !== NO_NODE &&
    tree.type(declarator) === "type_identifier" &&
    (tag === "" || tag === tree.text(declarator));
  return isItself ? (tree.type(type) === "enum_specifier" ? "enum" : "class") : "type";
}

/** Of C, and of what has C in it. */
export const cDefinitions: Readonly<Record<string, DefinitionRule>> = {
  function_definition: { kind: functionKind, name: functionName },
  declaration: { kind: declarationKind, name: nameOfDeclarator, further: furtherDeclarators(declarationKind) },
  type_definition: { kind: typedefKind, name: nameOfDeclarator, further: furtherDeclarators(() => "type") },
  struct_specifier: whenDefined("class"),
  union_specifier: whenDefined("class"),
  enum_specifier: whenDefined("enum"),
  ...rules("variable", "preproc_def"),
  ...rules("function", "preproc_function_def"),
};

const C_WORDS = "break case continue do else enum for goto if return sizeof struct switch typedef union while";

const C_RESERVED = `${C_WORDS} auto char const default double extern float int long register short signed static unsigned void volatile`;
/** A macro may have the name of a keyword: `#define inline __inline`. */
const MACROS = ["preproc_def", "preproc_function_def"];

/** Besides reserved words: a name next to a string that is no macro's (`PRIu64` is one), and an include of nothing. */
const common = `
  ((concatenated_string (identifier) @fault) (#match? @fault "^_?[A-Z]?[a-z]"))
  ((system_lib_string) @fault (#eq? @fault "<>"))
`;

/** `std:string name();` without its second colon is read as a label, which only a function has, and none is called `std`. */
const LABELS = `
  ([(translation_unit (labeled_statement label: (_) @fault) @_all) (declaration_list (labeled_statement label: (_) @fault) @_all)]
    (#match? @_all "^\\\\w+:\\\\w"))
  ((labeled_statement label: (_) @fault) (#eq? @fault "std"))
`;

/** Outside a class, `List<int> (int a) { }` is no function but a result without the name behind it. */
const NAMELESS = ["translation_unit", "declaration_list"]
  .map((around) => {
    const nameless =
      "(function_definition !type declarator: (function_declarator declarator: [(template_function) @fault (qualified_identifier name: (template_function)) @fault]))";
    return `(${around} ${nameless}) (${around} (template_declaration ${nameless}))`;
  })
  .join(" ");

/** A compiler wants a string there. */
const PRAGMAS = String.raw`
  ((preproc_call argument: (preproc_arg) @fault)
    (#match? @fault "^ *(clang|GCC) +diagnostic +(ignored|warning|error|fatal) +(\"[^\"]*$|[^\"]+\" *$)"))
`;

/** `extern "C"` before one declaration is a part of it; around a block it is none of what stands there. */
const wrapsWhen = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.type(tree.field(node, "body")) !== "declaration_list";

export const cProfile: LanguageProfile = {
  reserved: reservedWords(C_RESERVED, ...MACROS),
  neutralisers: cNeutralisers,
  doubt: doubtMacros,
  conditionals: ["preproc_call"],
  lenient: `${common} ${reservedAsName(["identifier", "type_identifier", "field_identifier"], C_WORDS)}`,
  definitions: cDefinitions,
  wrappers: ["linkage_specification"],
  wrapsWhen,
  leads: ["comment", "attribute_specifier"],
  imports: ["preproc_include"],
};

/** Members: methods declared in a class are found, and what belongs to the class itself; plain fields are not. */
function fieldKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const kind = declarationKind(tree, node, enclosing);
  return kind === "method" || isStatic(tree, node) ? kind : null;
}

/** `node`: a declaration, or one of its declarators. */
const isStatic = (tree: SyntaxTree, node: NodeAt): boolean => {
  const declaration = tree.type(node) === "field_declaration" ? node : tree.parent(node);
  return tree
    .children(declaration)
    .some((one) => tree.type(one) === "storage_class_specifier" && tree.text(one) === "static");
};

export const cppProfile: LanguageProfile = {
  reserved: reservedWords(
    `${C_RESERVED} bool catch class const_cast decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept nullptr private protected public reinterpret_cast static_assert static_cast template this throw true try typename using virtual`,
    ...MACROS,
  ),
  neutralisers: cppNeutralisers,
  verbatim: verbatimTypes("raw_string_literal"),
  doubt: doubtMacros,
  conditionals: ["preproc_call"],
  lenient: `
    ${common}
    ${reservedAsName(["identifier", "type_identifier", "field_identifier", "namespace_identifier"], `${C_WORDS} class namespace template typename`)}
    ((parameter_declaration type: (type_identifier) @fine) (#eq? @fine "sizeof"))
    (template_parameter_list (parameter_declaration type: (dependent_type (type_identifier)) @fault))
    ${LABELS} ${NAMELESS} ${PRAGMAS}`,
  definitions: {
    ...cDefinitions,
    class_specifier: whenDefined("class"),
    field_declaration: { kind: fieldKind, name: nameOfDeclarator, further: furtherDeclarators(fieldKind) },
    namespace_definition: { kind: "module", name: namespaceName },
    alias_declaration: { kind: outsideFunctions("type") },
    ...rules("interface", "concept_definition"),
  },
  wrappers: ["template_declaration", "linkage_specification"],
  wrapsWhen,
  leads: ["comment"],
  imports: ["preproc_include", "using_declaration", "import_declaration"],
};

function namespaceName(tree: SyntaxTree, node: NodeAt): Found | null {
  const found = namedAt("name")(tree, node);
  const name = found?.name.replace(/\binline\s+/g, "") ?? "";
  return found === null ? null : underScopes({ name, offset: found.offset + found.name.length - name.length });
}
