// The signature of a Go method as text that can be compared: types without the names of parameters, type parameters as `?`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../../syntax/syntax-tree.ts";
import { typesBeforeMap } from "./types-before-map.ts";

/** A longer one is not stored. */
const LENGTH_MAX = 400;
/** Types within types; what is deeper is written as it is. */
const DEPTH_MAX = 20;

/** Predeclared names of one type. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["byte", "uint8"],
  ["rune", "int32"],
  ["any", "interface{}"],
]);

interface Reading {
  readonly tree: SyntaxTree;
  /** Names of the type parameters in scope. */
  readonly open: ReadonlySet<string>;
  readonly depth: number;
}

/** `(context.Context,[]*Order)(int,error)`; null where it is too long. `open`: names of the type parameters in scope. */
export function signatureText(node: NodeAt, tree: SyntaxTree, open: readonly string[]): string | null {
  const text = signature(node, { tree, open: new Set(open), depth: 0 });
  return text.length > LENGTH_MAX ? null : text;
}

function signature(node: NodeAt, reading: Reading): string {
  const { tree } = reading;
  const result = tree.field(node, "result");
  const given = tree.type(result) === "parameter_list" ? listText(result, reading) : typeText(result, reading);
  return `(${listText(tree.field(node, "parameters"), reading)})(${given})`;
}

function listText(list: NodeAt, reading: Reading): string {
  const { tree } = reading;
  const declared = tree.children(list).filter((one) => tree.field(one, "type") !== NO_NODE);
  const types = declared.flatMap((one) => {
    const before = typesBeforeMap(one, tree);
    if (before !== null) {
      const written = `map${typeText(tree.field(one, "type"), reading)}`;
      return [...before.map((name) => typeText(name, reading)), written];
    }
    const names = tree.fields(one, "name").filter(tree.isNamed).length;
    const dots = tree.type(one) === "variadic_parameter_declaration" ? "..." : "";
    return Array<string>(Math.max(1, names)).fill(dots + typeText(tree.field(one, "type"), reading));
  });
  return types.join(",");
}

const CHANNEL = /^(?:<-\s*)?chan(?:\s*<-)?/;

function typeText(node: NodeAt, { tree, open, depth }: Reading): string {
  if (node === NO_NODE) {
    return "";
  }
  const reading = { tree, open, depth: depth + 1 };
  const written = tree.text(node).replaceAll(/\s+/g, "");
  const inField = (name: string): string => typeText(tree.field(node, name), reading);
  const inside = (of: NodeAt): string => typeText(tree.children(of)[0] ?? NO_NODE, reading);
  switch (depth > DEPTH_MAX ? "" : tree.type(node)) {
    case "identifier":
    case "type_identifier":
      return open.has(written) ? "?" : (SAME.get(written) ?? written);
    case "pointer_type":
      return `*${inside(node)}`;
    case "parenthesized_type":
    case "type_elem":
      return inside(node);
    case "slice_type":
      return `[]${inField("element")}`;
    case "array_type":
      return `[${tree.text(tree.field(node, "length"))}]${inField("element")}`;
    case "map_type":
      return `map[${inField("key")}]${inField("value")}`;
    case "channel_type":
      return `${CHANNEL.exec(tree.text(node))?.[0].replaceAll(/\s+/g, "") ?? "chan"} ${inField("value")}`;
    case "function_type":
      return `func${signature(node, reading)}`;
    case "generic_type": {
      const given = tree.children(tree.field(node, "type_arguments")).map((one) => typeText(one, reading));
      return `${inField("type")}[${given.join(",")}]`;
    }
    default:
      return written;
  }
}
