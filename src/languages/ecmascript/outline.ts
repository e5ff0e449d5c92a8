// TypeScript, TSX and JavaScript: one table, since their grammars share node types.

import type { Node } from "web-tree-sitter";
import { reservedAsName } from "../../syntax/lenient-queries.ts";
import {
  type DefinitionRule,
  type Found,
  isLocal,
  type LanguageProfile,
  matchesAt,
  nameOf,
  type Surroundings,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { TEST_CALL } from "./facts/notation.ts";
import { typescriptNeutralisers } from "./neutralisers.ts";

const FUNCTIONS = new Set([
  "arrow_function",
  "function_expression",
  "function",
  "generator_function",
  "function_declaration",
  "generator_function_declaration",
]);

function kindOfValue(value: Node | null): "function" | "class" | "other" {
  if (value !== null && FUNCTIONS.has(value.type)) {
    return "function";
  }
  return value !== null && (value.type === "class" || value.type === "class_declaration") ? "class" : "other";
}

/** A variable that holds a function or a class is one; other local variables define nothing. */
function variableKind(node: Node, around: Surroundings): ChunkKind | null {
  const kind = kindOfValue(node.childForFieldName("value"));
  if (kind !== "other") {
    return kind;
  }
  if (isLocal(around)) {
    return null;
  }
  return matchesAt(REQUIRE, around.text, node.startIndex) === null ? "variable" : "import";
}

const REQUIRE = /[^=;]{1,200}=\s*require\(/y;

function variableName(node: Node, text: string): Found | null {
  const name = node.childForFieldName("name");
  return name?.type === "identifier" ? nameOf(name, text) : null;
}

/** Overloads, and a getter with its setter: never of two objects, such as the cases of a table. */
const isOverload = (before: Node, node: Node): boolean =>
  node.type !== "pair" && (node.parent?.type !== "object" || node.parent.id === before.parent?.id);

/** Of `@Column({ default: () => 1 })`: an option, and no member of anything. */
const isInDecorator = ({ parent: object }: Node): boolean => object?.parent?.parent?.parent?.type === "decorator";

/** `key: () => …` in an object literal. */
const property: DefinitionRule = {
  kind: (node) =>
    kindOfValue(node.childForFieldName("value")) === "function" && !isInDecorator(node) ? "method" : null,
  name: "key",
};

const ASSIGNMENT = /(?:module\.)?(exports)\s*=[^=]|[\w$]+(?:\.[\w$]+)+\s*=[^=]/y;
/** What test runners write: a snapshot under its test's title. */
const SNAPSHOT = /exports\[/y;

/** `describe("…", …)` and its like, `exports.name = …`, `Type.prototype.name = function …`. */
function statementKind(node: Node, { text }: Surroundings): ChunkKind | null {
  if (matchesAt(TEST_CALL, text, node.startIndex) !== null) {
    return testTitle(node) === null ? null : "test";
  }
  if (matchesAt(SNAPSHOT, text, node.startIndex) !== null) {
    return "data";
  }
  if (matchesAt(ASSIGNMENT, text, node.startIndex) === null) {
    return null;
  }
  const value = node.namedChild(0)?.childForFieldName("right") ?? null;
  const kind = kindOfValue(value);
  if (kind !== "other") {
    return kind;
  }
  if (value?.type === "identifier") {
    return null;
  }
  return /^(?:module\.)?exports\b/.test(text.slice(node.startIndex, node.startIndex + 20)) ? "variable" : null;
}

function testTitle(node: Node): Node | null {
  const title = node.namedChild(0)?.childForFieldName("arguments")?.namedChild(0) ?? null;
  return title !== null && (title.type === "string" || title.type === "template_string") ? title : null;
}

function statementName(node: Node, text: string): Found | null {
  const title = testTitle(node);
  if (title !== null) {
    return nameOf(title, text);
  }
  const left = node.namedChild(0)?.childForFieldName("left") ?? null;
  if (left?.type === "subscript_expression") {
    return nameOf(left.childForFieldName("index"), text);
  }
  const found = nameOf(left, text);
  if (left === null || found === null) {
    return null;
  }
  const names = found.name
    .replace(/^(?:module\.)?exports\.|^module\./, "")
    .replace(/\.prototype\b/, "")
    .split(".");
  const name = names.pop() ?? found.name;
  return {
    name,
    offset: left.endIndex - name.length,
    ...(names.length > 0 && names[0] !== "this" ? { qualifier: names.join(".") } : {}),
  };
}

/** `export default` of something nameless. */
const defaultExport: DefinitionRule = {
  kind: (node) => {
    const value = node.childForFieldName("value");
    const kind = kindOfValue(value);
    return kind === "other"
      ? value?.type === "object" || value?.type === "call_expression"
        ? "variable"
        : null
      : kind;
  },
  name: (node, text) => {
    const value = node.childForFieldName("value");
    return nameOf(value?.childForFieldName("name") ?? null, text) ?? { name: "default", offset: node.startIndex };
  },
};

const shared: Readonly<Record<string, DefinitionRule>> = {
  function_declaration: { kind: "function" },
  generator_function_declaration: { kind: "function" },
  class_declaration: { kind: "class" },
  method_definition: { kind: "method" },
  variable_declarator: { kind: variableKind, name: variableName },
  pair: property,
  expression_statement: { kind: statementKind, name: statementName },
  export_statement: defaultExport,
};

/** Only an array may leave elements out. */
const lenient = `
  (arguments "(" . "," @fault)
  (arguments "," . "," @fault)
  (object "{" . "," @fault)
  (object "," . "," @fault)
  ${reservedAsName(["identifier"], "break case catch class const continue debugger delete do else enum export extends finally for function if import in instanceof new return switch throw try typeof var void while with")}
`;

const wrappers = ["export_statement", "lexical_declaration", "variable_declaration"];
const base = {
  wrappers,
  leads: ["comment", "decorator"],
  imports: ["import_statement"],
  equations: isOverload,
  lenient,
};

/** A class field that holds a function is a method. */
function fieldRule(nameField: string): DefinitionRule {
  return {
    kind: (node) => (kindOfValue(node.childForFieldName("value")) === "function" ? "method" : "variable"),
    name: nameField,
  };
}

export const javascriptProfile: LanguageProfile = {
  ...base,
  definitions: { ...shared, field_definition: fieldRule("property") },
};

/** The word in `declare global { … }`. */
const globalIn = (node: Node): Node | null =>
  node.children.find((child) => child?.type === "global" && child.nextSibling?.type === "statement_block") ?? null;

function globalName(node: Node, text: string): Found | null {
  const name = globalIn(node);
  return name === null ? null : nameOf(name, text);
}

export const typescriptProfile: LanguageProfile = {
  neutralisers: typescriptNeutralisers,
  ...base,
  wrappers: [...wrappers, "ambient_declaration"],
  definitions: {
    ...shared,
    public_field_definition: fieldRule("name"),
    abstract_class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    type_alias_declaration: { kind: "type" },
    enum_declaration: { kind: "enum" },
    ambient_declaration: { kind: (node) => (globalIn(node) === null ? null : "module"), name: globalName },
    internal_module: { kind: "module" },
    module: { kind: "module" },
    function_signature: { kind: "function" },
    method_signature: { kind: "method" },
    abstract_method_signature: { kind: "method" },
  },
};
