// The types that Java's text shows, by their simple names: `String`, `int[]`. Of an argument what literals, casts, `new`, and the
// declarations of variables, fields and methods in enclosing scopes show; `?` for an unknown one. Overloads are chosen by them.

import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import {
  BOXES,
  RETURNED_BY_ANY,
  RETURNED_BY_CLASSES,
  RETURNED_BY_OBJECTS,
  RETURNED_BY_STRINGS,
} from "../library-types.ts";
import type { Frame, Walk } from "./state.ts";

export const UNSEEN = "?";
/** The type of a lambda or a method reference, which fits any functional interface. */
const FUNCTION = "->";
const NULL = "null";

/**
 * Runs `inside` where what is declared in it is known by its own names. `owner`: a class's name, null for a method or a lambda.
 */
export function withTypes(owner: string | null, walk: Walk, inside: (frame: Frame) => void): void {
  const { frames } = walk.state;
  const frame: Frame = { variables: new Map(), methods: new Map(), owner };
  frames.push(frame);
  inside(frame);
  frames.pop();
}

/** A variable, parameter or type parameter (of type UNSEEN) that is declared here. */
export function noteType(name: string, type: string, { state }: Walk): void {
  state.frames.at(-1)?.variables.set(name, type);
}

/** The fields and methods of a class: they may be below what uses them. */
export function noteMembers(body: NodeAt, frame: Frame, walk: Walk): void {
  for (const member of walk.children(body)) {
    const kind = walk.type(member);
    if (kind === "field_declaration" || kind === "constant_declaration") {
      const type = writtenType(walk.field(member, "type"), walk);
      for (const one of walk.fields(member, "declarator")) {
        frame.variables.set(walk.text(walk.field(one, "name")), type + bracketsOf(one, walk));
      }
    } else if (kind === "method_declaration") {
      const [name, type] = [walk.text(walk.field(member, "name")), writtenType(walk.field(member, "type"), walk)];
      const isOwn = walk.childOfType(member, "type_parameters") === NO_NODE;
      const known = frame.methods.get(name) ?? type;
      frame.methods.set(name, known === type && isOwn ? type : UNSEEN);
    } else if (kind === "enum_body_declarations") {
      noteMembers(member, frame, walk);
    }
  }
}

/** Number of the brackets behind the name: 1 of `int x[]`. */
export const dimensionsOf = (node: NodeAt, walk: Walk): number =>
  walk.text(walk.field(node, "dimensions")).split("[").length - 1;

export const bracketsOf = (node: NodeAt, walk: Walk): string => "[]".repeat(dimensionsOf(node, walk));

const find = (of: "variables" | "methods", name: string, { state }: Walk): string | undefined =>
  state.frames.findLast((frame) => frame[of].has(name))?.[of].get(name);

/** A type as written, without packages, annotations and type arguments; UNSEEN for `var` and for type parameters. */
export function writtenType(node: NodeAt, walk: Walk): string {
  const bare = walk
    .text(node)
    .replace(/@[\w.]+(?:\([^()]*\))?/gu, "")
    .replace(/<.*>/su, "");
  const [, name = "", brackets = ""] = /([\w$]+)((?:\s*\[\s*\])*)\s*$/u.exec(bare) ?? [];
  const isParameter = name === "" || name === "var" || (find("variables", `<${name}>`, walk) ?? name) === UNSEEN;
  return (isParameter ? UNSEEN : name) + brackets.replace(/\s/gu, "");
}

/** A type parameter: its argument is not known. */
export const noteTypeParameter = (name: string, walk: Walk): void => noteType(`<${name}>`, UNSEEN, walk);

/** Of `Foo x`, `Foo x[]`, or `Foo... xs`. */
export function parameterText(node: NodeAt, walk: Walk): string {
  const type = writtenType(walk.field(node, "type"), walk);
  return walk.type(node) === "spread_parameter" ? `${type}...` : type + bracketsOf(node, walk);
}

/** The types of a call's arguments as a signature: `(String,?,int)`. */
export function argumentsText(list: NodeAt, walk: Walk): string {
  const values = walk.children(list).filter((one) => !isComment(one, walk));
  return `(${values.map((one) => typeOfValue(one, walk)).join(",")})`;
}

const isComment = (node: NodeAt, walk: Walk): boolean => walk.type(node).endsWith("comment");

const LITERALS: Readonly<Record<string, string>> = {
  ...forTypes("String", "string_literal", "text_block"),
  ...forTypes("boolean", "true", "false", "instanceof_expression"),
  ...forTypes(FUNCTION, "lambda_expression", "method_reference"),
  character_literal: "char",
  null_literal: NULL,
  class_literal: "Class",
};
const NUMBERS = ["int", "long", "float", "double"];
const SMALL: ReadonlySet<string> = new Set(["byte", "short", "char"]);
/** Deeper is a long concatenation: its type shows at its first strings, or is unknown. */
const DEPTH_MAX = 12;

/** The simple name of an expression's type, as far as literals and declarations in enclosing scopes show it; else `?`. */
export function typeOfValue(node: NodeAt, walk: Walk, depth = 0): string {
  const kind = walk.type(node);
  const literal = Object.hasOwn(LITERALS, kind) ? LITERALS[kind] : undefined;
  if (literal !== undefined || depth > DEPTH_MAX) {
    return literal ?? UNSEEN;
  }
  if (/(?:integer|floating_point)_literal$/.test(kind)) {
    return typeOfNumber(walk.text(node), kind);
  }
  const of = (inner: NodeAt): string => typeOfValue(inner, walk, depth + 1);
  const field = (name: string): NodeAt => walk.field(node, name);
  switch (kind) {
    case "parenthesized_expression":
      return of(walk.children(node).at(-1) ?? NO_NODE);
    case "cast_expression":
      return writtenType(walk.fields(node, "type")[0] ?? NO_NODE, walk);
    case "object_creation_expression":
      return writtenType(field("type"), walk);
    case "array_creation_expression":
      return writtenType(field("type"), walk) + "[]".repeat(dimensionsMade(node, walk));
    case "array_access":
      return elementType(of(field("array")));
    case "assignment_expression":
      return of(field("left"));
    case "update_expression":
      return of(walk.children(node)[0] ?? NO_NODE);
    case "unary_expression":
      return walk.text(node).startsWith("!") ? "boolean" : promoted(of(field("operand")), "int");
    case "ternary_expression": {
      const [yes, no] = [of(field("consequence")), of(field("alternative"))];
      return yes === no || no === NULL ? yes : yes === NULL ? no : UNSEEN;
    }
    case "binary_expression":
      return ofBinary(walk.text(field("operator")), of(field("left")), of(field("right")));
    case "this":
      return enclosingClass(walk)?.owner ?? UNSEEN;
    case "identifier":
      return find("variables", walk.text(node), walk) ?? UNSEEN;
    case "field_access":
      return ofField(field("object"), walk.text(field("field")), walk, of);
    case "method_invocation":
      return ofCall(field("object"), walk.text(field("name")), walk, of);
    default:
      return UNSEEN;
  }
}

const typeOfNumber = (text: string, kind: string): string =>
  /integer/.test(kind) ? (/l$/iu.test(text) ? "long" : "int") : /f$/iu.test(text) ? "float" : "double";

/** Of `new int[3][]`: 2. */
const dimensionsMade = (node: NodeAt, walk: Walk): number =>
  walk
    .children(node)
    .filter((one) => walk.type(one).startsWith("dimensions"))
    .reduce((sum, one) => sum + walk.text(one).split("[").length - 1, 0);

const elementType = (array: string): string => (array.endsWith("[]") ? array.slice(0, -2) : UNSEEN);

const enclosingClass = ({ state }: Walk): Frame | undefined => state.frames.findLast(({ owner }) => owner !== null);

function ofBinary(operator: string, left: string, right: string): string {
  if (/^(?:[<>=!]=|[<>]|&&|\|\|)$/u.test(operator)) {
    return "boolean";
  }
  if (operator === "+" && (left === "String" || right === "String")) {
    return "String";
  }
  if (/^(?:<<|>>>?)$/u.test(operator)) {
    return promoted(left, "int");
  }
  return left === "boolean" && right === "boolean" ? "boolean" : promoted(left, right);
}

/** What arithmetic makes of two numbers. */
function promoted(left: string, right: string): string {
  const [a, b] = [left, right].map((one) => NUMBERS.indexOf(SMALL.has(one) ? "int" : one));
  return a === undefined || b === undefined || a < 0 || b < 0 ? UNSEEN : (NUMBERS[Math.max(a, b)] ?? UNSEEN);
}

function ofField(object: NodeAt, name: string, walk: Walk, of: (node: NodeAt) => string): string {
  if (walk.type(object) === "this") {
    return enclosingClass(walk)?.variables.get(name) ?? UNSEEN;
  }
  const text = walk.text(object);
  if (/^(?:(?:MAX|MIN)_VALUE|NaN|(?:POSITIVE|NEGATIVE)_INFINITY)$/u.test(name) && BOXES.has(text)) {
    return BOXES.get(text) ?? UNSEEN;
  }
  if (text === "Boolean" && /^(?:TRUE|FALSE)$/u.test(name)) {
    return "Boolean";
  }
  return name === "length" && of(object).endsWith("[]") ? "int" : UNSEEN;
}

const CLASS_CHARS_MAX = 40;

function ofCall(object: NodeAt, name: string, walk: Walk, of: (node: NodeAt) => string): string {
  const ofObjects = RETURNED_BY_OBJECTS.get(name);
  if (object === NO_NODE || walk.type(object) === "this") {
    return find("methods", name, walk) ?? ofObjects ?? UNSEEN;
  }
  const text = walk.text(object);
  const ofClass = RETURNED_BY_CLASSES.get(`${text.slice(0, CLASS_CHARS_MAX)}.${name}`);
  const fixed = ofObjects ?? ofClass ?? RETURNED_BY_ANY.get(name);
  if (fixed !== undefined) {
    return fixed;
  }
  if (text === "String") {
    return /^(?:valueOf|format|join|copyValueOf)$/u.test(name) ? "String" : UNSEEN;
  }
  if (name === "valueOf" && BOXES.has(text)) {
    return text;
  }
  const ofStrings = RETURNED_BY_STRINGS.get(name);
  if (ofStrings !== undefined && of(object) === "String") {
    return ofStrings;
  }
  return name === "clone" && of(object).endsWith("[]") ? of(object) : UNSEEN;
}
