// Where a source file can be changed so that the program does something else: operators, conditions, constants, statements.
import type { Node } from "web-tree-sitter";
import { loadGrammar, openParser } from "../../src/syntax/grammars.ts";

export const KINDS = ["operator", "condition", "constant", "statement"] as const;
export type Kind = (typeof KINDS)[number];

/** One possible change of a file: the text from `start` to `end` becomes `after`. */
export interface Place {
  readonly kind: Kind;
  /** Offsets in UTF-16 units, 0-based, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
};

/** Nodes whose constants are types, names or addresses, which nothing does at run time or without which nothing is loaded. */
const NOT_RUN: ReadonlySet<string> = new Set([
  "import_statement",
  "type_alias_declaration",
  "interface_declaration",
  "type_annotation",
  "type_arguments",
  "literal_type",
  "as_expression",
  "satisfies_expression",
]);
const REMOVABLE: ReadonlySet<string> = new Set(["expression_statement", "throw_statement", "continue_statement"]);

function changed(kind: Kind, node: Node, after: string): Place {
  const { startIndex: start, endIndex: end, text: before } = node;
  return { kind, start, end, line: node.startPosition.row + 1, before, after };
}

function constantOf(node: Node): Place[] {
  switch (node.type) {
    case "number":
      return [changed("constant", node, `(${node.text} + 1)`)];
    case "true":
      return [changed("constant", node, "false")];
    case "false":
      return [changed("constant", node, "true")];
    case "string":
      // A key of an object or the module of `export … from` is no constant.
      return node.text.length > 2 && !["export_statement", "pair"].includes(node.parent?.type ?? "")
        ? [changed("constant", node, '""')]
        : [];
    default:
      return [];
  }
}

function placesAt(node: Node): Place[] {
  switch (node.type) {
    case "binary_expression": {
      const operator = node.childForFieldName("operator");
      const other = OTHER_OPERATOR[operator?.text ?? ""];
      return operator === null || other === undefined ? [] : [changed("operator", operator, other)];
    }
    case "if_statement":
    case "ternary_expression":
    case "while_statement": {
      const condition = node.childForFieldName("condition");
      // A loop that never ends says nothing about the tests.
      const values = node.type === "while_statement" ? ["(false)"] : ["(true)", "(false)"];
      return condition === null ? [] : values.map((value) => changed("condition", condition, value));
    }
    case "unary_expression": {
      const argument = node.childForFieldName("argument");
      return node.text.startsWith("!") && argument !== null ? [changed("condition", node, argument.text)] : [];
    }
    default:
      return REMOVABLE.has(node.type) ? [changed("statement", node, ";")] : constantOf(node);
  }
}

/** Every possible change of a TypeScript text, in the order of the text. */
export async function placesOf(text: string): Promise<Place[]> {
  const parser = await openParser();
  parser.setLanguage(await loadGrammar("tree-sitter-typescript"));
  const tree = parser.parse(text);
  if (tree === null) {
    throw new Error("the text was not parsed");
  }
  const places: Place[] = [];
  const waiting: Node[] = [tree.rootNode];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (NOT_RUN.has(node.type)) {
      // The value before `as` and `satisfies` runs.
      const value = node.type.endsWith("_expression") ? node.firstNamedChild : null;
      waiting.push(...(value === null ? [] : [value]));
      continue;
    }
    places.push(...placesAt(node));
    waiting.push(...node.namedChildren.filter((child) => child !== null));
  }
  tree.delete();
  parser.delete();
  return places.sort((a, b) => a.start - b.start || a.after.localeCompare(b.after));
}
