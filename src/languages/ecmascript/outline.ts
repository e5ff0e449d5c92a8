// TypeScript, TSX and JavaScript: one table, since their grammars share node types.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type DefinitionRule,
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type LanguageProfile,
  matchesAt,
  type NameFinder,
  namedByEach,
  nameOf,
  nodesIn,
  nodesThrough,
  reservedWords,
  verbatimTypes,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { wordSet } from "../../vocabulary/text.ts";
import { GLOBAL_OBJECTS } from "./global-objects.ts";
import { ecmascriptNeutralisers, ecmascriptUnread, typescriptNeutralisers, typescriptUnread } from "./neutralisers.ts";

/** `describe`, `it` and their like, up to the parenthesis of their call. */
const TEST_CALL = /(?:describe|context|suite|it|test|specify|fdescribe|xdescribe|fit|xit)\b[^=;]{0,300}?\(/y;

const FUNCTIONS = wordSet(`
arrow_function function_expression function generator_function function_declaration generator_function_declaration
`);

/** Of NO_NODE: "other". */
export function kindOfValue(tree: SyntaxTree, value: NodeAt): "function" | "class" | "other" {
  const type = tree.type(value);
  return FUNCTIONS.has(type) ? "function" : type === "class" || type === "class_declaration" ? "class" : "other";
}

/** The string in the brackets of a key that is no more than it, `["open"]`; any other key itself. */
export function literalKey(tree: SyntaxTree, key: NodeAt): NodeAt {
  const [inside = NO_NODE] = tree.type(key) === "computed_property_name" ? tree.children(key) : [];
  return tree.type(inside) === "string" ? inside : key;
}

/** The name of a member by its field `name`, `key` or `property`. */
const memberName =
  (field: string): NameFinder =>
  (tree, node) =>
    nameOf(tree, literalKey(tree, tree.field(node, field)));

/** A variable that holds a function or a class is one; other local variables define nothing. */
function variableKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  const kind = kindOfValue(tree, tree.field(node, "value"));
  if (kind !== "other") {
    return kind;
  }
  if (isLocal(enclosing)) {
    return null;
  }
  return matchesAt(REQUIRE, tree, node) === null ? "variable" : "import";
}

const REQUIRE = /[^=;]{1,200}=\s*require\(/y;

function variableName(tree: SyntaxTree, node: NodeAt): Found | null {
  const name = tree.field(node, "name");
  return tree.type(name) === "identifier" ? nameOf(tree, name) : null;
}

const PATTERNS = new Set([
  ...["object_pattern", "array_pattern", "pair_pattern", "rest_pattern", "assignment_pattern"],
  "object_assignment_pattern",
]);

/** `a` of `const { a } = load()`: a name that a pattern takes out of a value; of a whole module it is an import. */
function takenOutKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  let at = node;
  let pattern = tree.parent(at);
  if (isLocal(enclosing) || !PATTERNS.has(tree.type(pattern))) {
    return null;
  }
  for (; PATTERNS.has(tree.type(pattern)); pattern = tree.parent(at)) {
    const isDefault = tree.fieldOf(at) === "right";
    if (isDefault) {
      return null;
    }
    at = pattern;
  }
  const isDeclared = tree.type(pattern) === "variable_declarator" && tree.field(pattern, "name") === at;
  return isDeclared && matchesAt(REQUIRE, tree, pattern) === null ? "variable" : null;
}

const takenOut: DefinitionRule = { kind: takenOutKind, name: nameOf };

const BOUND = ["identifier", "shorthand_property_identifier_pattern"];
const DECLARATIONS = /^(?:(?:lexical|variable|function|class)_declaration|import_statement)$/;

/** What a component of Svelte declares by `$: total = price * count`: names at the top that nothing else declares. */
export function reactiveNames(tree: SyntaxTree, node: NodeAt): NodeAt[] {
  const { left } = reactiveAssignment(tree, node);
  const names =
    tree.type(left) === "identifier" ? [left] : /_pattern$/.test(tree.type(left)) ? boundIn(tree, left) : [];
  const declared = names.length === 0 ? [] : tree.children(tree.parent(node)).flatMap((one) => declaredBy(tree, one));
  return names.filter((name) => !declared.includes(tree.text(name)));
}

/** Sides of `$: left = right` and `$: ({ left } = right)`; NO_NODE for any other statement. */
export function reactiveAssignment(tree: SyntaxTree, node: NodeAt): { readonly left: NodeAt; readonly right: NodeAt } {
  const isReactive = tree.type(tree.parent(node)) === "program" && tree.text(tree.field(node, "label")) === "$";
  const expression = isReactive ? firstNamed(tree, tree.field(node, "body")) : NO_NODE;
  const inside = tree.type(expression) === "parenthesized_expression" ? firstNamed(tree, expression) : expression;
  const assignment = tree.type(inside) === "assignment_expression" ? inside : NO_NODE;
  return { left: tree.field(assignment, "left"), right: tree.field(assignment, "right") };
}

const boundIn = (tree: SyntaxTree, pattern: NodeAt): NodeAt[] => {
  const isBound = (one: NodeAt): boolean => BOUND.includes(tree.type(one));
  const isDefault = (one: NodeAt): boolean => tree.fieldOf(one) === "right";
  return nodesThrough(tree, pattern, (one) => !isDefault(one) && !isBound(one)).filter(
    (one) => isBound(one) && !isDefault(one),
  );
};

function declaredBy(tree: SyntaxTree, statement: NodeAt): string[] {
  const declaration = tree.type(statement) === "export_statement" ? tree.field(statement, "declaration") : statement;
  if (!DECLARATIONS.test(tree.type(declaration))) {
    return [];
  }
  const named = tree.children(declaration).filter((one) => tree.type(one) === "variable_declarator");
  const whole = tree.type(declaration) === "import_statement" ? [declaration] : [tree.field(declaration, "name")];
  const patterns = named.length > 0 ? named.map((one) => tree.field(one, "name")) : whole;
  return patterns.flatMap((one) => nodesIn(tree, one, ...BOUND).map((name) => tree.text(name)));
}

function reactiveKind(tree: SyntaxTree, node: NodeAt): ChunkKind | null {
  const kind = kindOfValue(tree, reactiveAssignment(tree, node).right);
  return reactiveNames(tree, node).length === 0 ? null : kind === "other" ? "variable" : kind;
}

const SIGNATURES = new Set(["function_signature", "method_signature", "abstract_method_signature"]);

/**
 * Overloads, and a getter with its setter, within one block. Two variables of one name, or functions of two branches, are not one
 * definition: it would reach over what is written between them.
 */
const isOverload = (tree: SyntaxTree, before: NodeAt, node: NodeAt): boolean =>
  blockAround(tree, before) === blockAround(tree, node) &&
  (SIGNATURES.has(tree.type(before)) || isAccessorPair(tree, before, node));

function blockAround(tree: SyntaxTree, node: NodeAt): NodeAt {
  let around = tree.parent(node);
  while (tree.type(around) === "export_statement" || tree.type(around) === "ambient_declaration") {
    around = tree.parent(around);
  }
  return around;
}

const isAccessorPair = (tree: SyntaxTree, before: NodeAt, node: NodeAt): boolean =>
  [before, node].every((one) => tree.childOfType(one, "get") !== NO_NODE || tree.childOfType(one, "set") !== NO_NODE);

/** Of `@Column({ default: () => 1 })`: an option, and no member of anything. */
const isInDecorator = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.type(tree.parent(tree.parent(tree.parent(tree.parent(node))))) === "decorator";

/** `key: () => …` in an object literal. */
const property: DefinitionRule = {
  kind: (tree, node) =>
    kindOfValue(tree, tree.field(node, "value")) === "function" && !isInDecorator(tree, node) ? "method" : null,
  name: memberName("key"),
};

const ASSIGNMENT = /(?:module\.)?(exports)\s*=[^=]|[\w$]+(?:\.[\w$]+)+\s*=[^=]/y;
/** What test runners write: a snapshot under its test's title. */
const SNAPSHOT = /exports\[/y;

export const WHOLE_MODULE: RegExp = /^(?:module\.)?exports$/;

/** `describe("…", …)` and its like, `exports.name = …`, `Type.prototype.name = function …`. */
function statementKind(tree: SyntaxTree, node: NodeAt): ChunkKind | null {
  if (matchesAt(TEST_CALL, tree, node) !== null) {
    return testTitle(tree, node) === NO_NODE ? null : "test";
  }
  if (matchesAt(SNAPSHOT, tree, node) !== null) {
    return "data";
  }
  if (matchesAt(ASSIGNMENT, tree, node) === null) {
    return null;
  }
  const value = assignedValue(tree, node);
  const kind = kindOfValue(tree, value);
  if (kind !== "other") {
    return kind;
  }
  const property = globalProperty(tree, tree.field(firstNamed(tree, node), "left"));
  if (tree.type(value) === "identifier") {
    return property === null || property === tree.text(value) ? null : "variable";
  }
  if (property !== null && tree.type(value) === "object") {
    return "variable";
  }
  return /^(?:module\.)?exports\b/.test(tree.source.slice(tree.start(node), tree.start(node) + 20)) ? "variable" : null;
}

/** The name that `window.open` puts into all files; null for any other target. */
export function globalProperty(tree: SyntaxTree, target: NodeAt): string | null {
  const isOfGlobal =
    tree.type(target) === "member_expression" && GLOBAL_OBJECTS.has(tree.text(tree.field(target, "object")));
  return isOfGlobal ? tree.text(tree.field(target, "property")) : null;
}

/** What a statement assigns: `open` of `exports = module.exports = open`. */
function assignedValue(tree: SyntaxTree, node: NodeAt): NodeAt {
  let value = tree.field(firstNamed(tree, node), "right");
  while (tree.type(value) === "assignment_expression") {
    value = tree.field(value, "right");
  }
  return value;
}

/** What the value of a whole module is called, `open` of `module.exports = function open() {}`; NO_NODE where it has no name. */
export const nameOfModule = (tree: SyntaxTree, value: NodeAt): NodeAt =>
  kindOfValue(tree, value) === "other" ? NO_NODE : tree.field(value, "name");

function testTitle(tree: SyntaxTree, node: NodeAt): NodeAt {
  const title = firstNamed(tree, tree.field(firstNamed(tree, node), "arguments"));
  return tree.type(title) === "string" || tree.type(title) === "template_string" ? title : NO_NODE;
}

function statementName(tree: SyntaxTree, node: NodeAt): Found | null {
  const title = testTitle(tree, node);
  if (title !== NO_NODE) {
    return nameOf(tree, title);
  }
  const left = tree.field(firstNamed(tree, node), "left");
  if (tree.type(left) === "subscript_expression") {
    return nameOf(tree, tree.field(left, "index"));
  }
  const found = nameOf(tree, left);
  if (found === null) {
    return null;
  }
  const own = WHOLE_MODULE.test(found.name) ? nameOf(tree, nameOfModule(tree, assignedValue(tree, node))) : null;
  if (own !== null) {
    return own;
  }
  const names = found.name
    .replace(/^(?:module\.)?exports\.|^module\./, "")
    .replace(/\.prototype\b/, "")
    .split(".");
  const name = names.pop() ?? found.name;
  return {
    name,
    offset: tree.end(left) - name.length,
    ...(names.length > 0 && names[0] !== "this" ? { qualifier: names.join(".") } : {}),
  };
}

/** `export default` of something nameless. */
const defaultExport: DefinitionRule = {
  kind: (tree, node) => {
    const value = tree.field(node, "value");
    const kind = kindOfValue(tree, value);
    return kind === "other"
      ? tree.type(value) === "object" || tree.type(value) === "call_expression"
        ? "variable"
        : null
      : kind;
  },
  name: (tree, node) => {
    const value = tree.field(node, "value");
    return nameOf(tree, tree.field(value, "name")) ?? { name: "default", offset: tree.start(node) };
  },
};

const shared: Readonly<Record<string, DefinitionRule>> = {
  function_declaration: { kind: "function" },
  generator_function_declaration: { kind: "function" },
  class_declaration: { kind: "class" },
  method_definition: { kind: "method", name: memberName("name") },
  variable_declarator: { kind: variableKind, name: variableName },
  labeled_statement: { kind: reactiveKind, ...namedByEach(reactiveNames) },
  identifier: takenOut,
  shorthand_property_identifier_pattern: takenOut,
  pair: property,
  expression_statement: { kind: statementKind, name: statementName },
  export_statement: defaultExport,
};

/** Only an array may leave elements out; of a regular expression the parentheses match; `f(a index)` is not `f(a in dex)`. */
const lenient = `
  (regex) @fault
  (binary_expression ["in" "instanceof"] @fault)
  (arguments "(" . "," @fault)
  (arguments "," . "," @fault)
  (object "{" . "," @fault)
  (object "," . "," @fault)
  ${reservedAsName(["identifier"], "break case catch class const continue debugger delete do else enum export extends finally for function if import in instanceof new return switch throw try typeof var void while with")}
`;

/** What is looked for by more than its place in the tree. */
const isRightThere = (node: Node): boolean => (node.type === "regex" ? hasWholeGroups(node) : isWholeWord(node));

/** What brackets of a regular expression hold is no parenthesis; with the flag `v` they may hold brackets, and are not looked into. */
const hasWholeGroups = ({ text }: Node): boolean =>
  /v[a-z]*$/.test(text) || parenthesesMatch(text.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, ""));

/** The grammar takes the beginning of a name for an operator where nothing but one may follow. */
const isWholeWord = ({ type, endIndex, nextSibling }: Node): boolean =>
  (type === "in" || type === "instanceof") &&
  (nextSibling?.startIndex !== endIndex || !/^[\w$]/.test(nextSibling.text));

function parenthesesMatch(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[()]/g)) {
    depth += sign === "(" ? 1 : -1;
    if (depth < 0) {
      return false;
    }
  }
  return depth === 0;
}

const wrappers = ["export_statement", "lexical_declaration", "variable_declaration"];
/** Members may go by any word, and `default` is what a default export is called. */
const RESERVED = reservedWords(
  "break case catch class const continue debugger delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with",
  ..."method_definition field_definition public_field_definition pair method_signature abstract_method_signature".split(
    " ",
  ),
  ..."expression_statement property_signature export_statement".split(" "),
);

const base = {
  reserved: RESERVED,
  wrappers,
  leads: ["comment", "decorator"],
  imports: ["import_statement"],
  equations: isOverload,
  lenient,
  isRightThere,
  verbatim: verbatimTypes("template_string"),
  holdsCode: isTemplate,
};

/** `template: "<a (click)='open()'>"` of a component. */
function isTemplate(tree: SyntaxTree, string: NodeAt): boolean {
  const pair = tree.parent(string);
  return (
    tree.type(pair) === "pair" &&
    tree.field(pair, "value") === string &&
    nameOf(tree, tree.field(pair, "key"))?.name === "template" &&
    tree.text(string).includes("<")
  );
}

/** A class field that holds a function is a method. */
const fieldRule = (nameField: string): DefinitionRule => ({
  kind: (tree, node) => (kindOfValue(tree, tree.field(node, "value")) === "function" ? "method" : "variable"),
  name: memberName(nameField),
});

/** Types of Flow stand in files of JavaScript whose first comment says so. */
const FLOW =
  /^(?:\s|#![^\n]*\n|(['"])use [a-z]+\1;?|\/\/(?![^\n]*@flow)[^\n]*\n|\/\*(?:(?!@flow)[^*]|\*(?!\/))*\*\/){0,99}\/[/*](?:[^*\n]|\*(?!\/)|\n){0,2000}@flow\b/;

export const javascriptProfile: LanguageProfile = {
  neutralisers: ecmascriptNeutralisers,
  unreadSyntax: ecmascriptUnread,
  doubt: (text) => (FLOW.test(text) ? "the types of Flow are not read" : null),
  ...base,
  definitions: { ...shared, field_definition: fieldRule("property") },
};

/** The word in `declare global { … }`. */
function globalIn(tree: SyntaxTree, node: NodeAt): NodeAt {
  const word = tree.childOfType(node, "global");
  return tree.type(tree.nextSibling(word)) === "statement_block" ? word : NO_NODE;
}

const globalName = (tree: SyntaxTree, node: NodeAt): Found | null => nameOf(tree, globalIn(tree, node));

export const typescriptProfile: LanguageProfile = {
  neutralisers: typescriptNeutralisers,
  unreadSyntax: typescriptUnread,
  ...base,
  wrappers: [...wrappers, "ambient_declaration"],
  definitions: {
    ...shared,
    public_field_definition: fieldRule("name"),
    abstract_class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    type_alias_declaration: { kind: "type" },
    enum_declaration: { kind: "enum" },
    ambient_declaration: {
      kind: (tree, node) => (globalIn(tree, node) === NO_NODE ? null : "module"),
      name: globalName,
    },
    internal_module: { kind: "module" },
    module: { kind: "module" },
    function_signature: { kind: "function" },
    method_signature: { kind: "method" },
    abstract_method_signature: { kind: "method" },
  },
};
