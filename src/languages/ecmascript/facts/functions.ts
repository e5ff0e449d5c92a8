// Functions of JavaScript and TypeScript from the inside: their scope, parameters and results. What they are called
// is the business of those that declare them.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import { CALLED, type DefinitionAt, FILE, PRIVATE, PROMOTED } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { BUILT_IN } from "./built-in.ts";
import { valueAs } from "./expected.ts";
import { declareTypeParameters } from "./generics.ts";
import {
  DECLARED_RESULT,
  declarationFlags,
  draftOf,
  EXPECTED,
  EXPECTED_FUNCTION,
  inner,
  isFunction,
  nameOf,
  rangeOf,
} from "./node-text.ts";
import { bindPattern, declareLocal } from "./patterns.ts";
import { awaited, isAsync } from "./promises.ts";
import type { Reading, Visitor, Walk } from "./state.ts";

export interface Inside {
  /** Of the function, if it has one. */
  readonly definition?: DefinitionAt;
  /** Values of the parameters without a declared type, by position. */
  readonly known?: readonly ChainDraft[];
  /** The type that is expected here: where a parameter has none of its own, that one's is its. */
  readonly expected?: ChainDraft;
  /** What it should return, where that is known without its type. */
  readonly result?: ChainDraft;
  /** What `this` is in it, where that is its own. */
  readonly self?: ChainDraft;
  /** Its parameters with `private`, `readonly` and the like are fields of this class. */
  readonly constructs?: DefinitionAt;
}

/**
 * Visits parameters and body in a scope of their own; returns the value of a call, as declared, or that of an arrow function's
 * expression.
 */
export function insideFunction(node: NodeAt, walk: Walk, inside: Inside = {}): ChainDraft {
  const { definition = walk.enclosing(), self = null } = inside;
  return walk.within({ kind: "function", definition }, () => {
    if (walk.type(node) !== "arrow_function") {
      walk.local("arguments", null);
    }
    const isOfObject = walk.type(node) === "method_definition" && walk.type(walk.parent(node)) === "object";
    if (isOfObject || PLAIN.has(walk.type(node))) {
      walk.local("this", self);
    }
    const own = walk.field(node, "name");
    if (own !== NO_NODE && EXPRESSIONS.has(walk.type(node))) {
      // Its name is seen inside of it alone.
      if (inside.definition === undefined) {
        walk.local(walk.text(own), null);
      } else {
        walk.alias(walk.text(own), inside.definition);
      }
    }
    walk.local(EXPECTED, null);
    walk.local(EXPECTED_FUNCTION, null);
    if (inside.definition === undefined) {
      walk.visit(walk.field(node, "type_parameters"));
    } else {
      declareTypeParameters(walk.field(node, "type_parameters"), inside.definition, walk);
    }
    bindParameters(node, walk, inside, definition);
    const type = walk.field(node, "return_type");
    const declared = walk.value(type === NO_NODE ? walk.field(node, "type") : type);
    const expected = inside.result ?? stepped(inside.expected ?? null, "()");
    walk.local(DECLARED_RESULT, declared ?? (isAsync(node, walk) ? awaited(expected) : expected));
    const body = walk.field(node, "body");
    if (walk.type(node).startsWith("generator")) {
      walk.returns(null);
    }
    if (walk.type(body) === "statement_block") {
      walk.visitChildren(body);
    } else if (body !== NO_NODE) {
      const result = returnedValue(body, walk);
      walk.returns(result);
      return declared ?? result;
    }
    return declared;
  });
}

/** Whose parts are what the type says. */
const WITH_PARTS = wordSet("array ternary_expression parenthesized_expression");

/** The returned value, of which the declared return type says what objects have as members, and functions as parameters. */
function returnedValue(node: NodeAt, walk: Walk): ChainDraft {
  if (WITH_PARTS.has(walk.type(node))) {
    return valueAs(node, walk.name(DECLARED_RESULT), walk);
  }
  if (!isFunction(node, walk)) {
    return walk.value(node);
  }
  walk.deeper(() => void insideFunction(node, walk, { expected: walk.name(DECLARED_RESULT) }));
  return null;
}

/** Functions whose `this` depends on the caller: all but arrow functions. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["function", "function_expression", "generator_function"]);
const PLAIN: ReadonlySet<string> = new Set([...EXPRESSIONS, "function_declaration", "generator_function_declaration"]);

/** Number of declared ones. */
function countParameters(node: NodeAt, walk: Walk): number {
  const list = walk.field(node, "parameters");
  if (list === NO_NODE) {
    return walk.field(node, "parameter") === NO_NODE ? 0 : 1;
  }
  return walk
    .children(list)
    .filter((part) => walk.type(part) !== "comment" && walk.type(walk.field(part, "pattern")) !== "this").length;
}

function bindParameters(node: NodeAt, walk: Walk, inside: Inside, of: DefinitionAt): void {
  const { known = [], expected = null, constructs } = inside;
  // What a constructor takes is kept with its class.
  const owner = constructs ?? (inside.definition === undefined ? null : of);
  for (const [at, part] of parametersOf(node, walk).entries()) {
    const pattern = walk.field(part, "pattern");
    const first = known[at] ?? stepped(expected, `.${at}`);
    const passed = isRestOf(part, walk) ? stepped(first, "*") : first;
    if (pattern === NO_NODE) {
      // JavaScript has the pattern itself there.
      bindPattern(part, passed, walk, declareLocal(walk));
      continue;
    }
    walk.fields(part, "decorator").forEach(walk.visit);
    const declared = parameterType(part, at, owner, walk);
    const other = valueAs(walk.field(part, "value"), declared ?? passed, walk);
    const holds = declared ?? (other === NOTHING ? null : other) ?? passed;
    bindPattern(pattern, holds, walk, declareLocal(walk));
    if (constructs !== undefined) {
      defineField(part, pattern, holds, constructs, walk);
    }
  }
}

/** Parameters in order, without `this`, which is none. */
function parametersOf(node: NodeAt, walk: Walk): NodeAt[] {
  const list = walk.field(node, "parameters");
  const parts = list === NO_NODE ? [walk.field(node, "parameter")] : walk.children(list);
  return parts.filter((part) => {
    const pattern = walk.field(part, "pattern");
    const isThis = walk.type(pattern) === "this";
    if (isThis) {
      walk.local("this", walk.value(walk.field(part, "type")));
    }
    return part !== NO_NODE && !isThis && walk.type(part) !== "comment";
  });
}

/** Parameters beyond these do not become members of their function. */
const PARAMETERS_MAX = 10;

/** So many of the arguments that a rest parameter takes get its type. */
const REST_MAX = 4;

const isRestOf = (part: NodeAt, walk: Walk): boolean =>
  [part, walk.field(part, "pattern")].some((pattern) => walk.type(pattern) === "rest_pattern");

/**
 * The declared type of a parameter. It is a member of its function, named by its position (`0`), so that functions and
 * objects passed for it can look up their expected type.
 */
function parameterType(part: NodeAt, place: number, of: DefinitionAt | null, walk: Walk): ChainDraft {
  const annotation = walk.field(part, "type");
  const type = inner(annotation, walk);
  const known = (parent: DefinitionAt, at = place) =>
    ({ name: String(at), kind: "field", parent, binds: false }) as const;
  if (walk.type(type) === "function_type" && of !== null && place < PARAMETERS_MAX) {
    const at = walk.define({ ...known(of), ...rangeOf(part, part, walk), flags: CALLED });
    walk.deeper(() => walk.amend(at, { type: insideFunction(type, walk, { definition: at }) }));
    return rooted(definitionChain(at));
  }
  const declared = walk.value(annotation);
  const isRest = isRestOf(part, walk);
  const isOurs = declared !== null && declared.root !== BUILT_IN_ROOT && !BUILT_IN.has(declared.root);
  const end = isOurs && of !== null ? Math.min(isRest ? place + REST_MAX : place + 1, PARAMETERS_MAX) : 0;
  for (let at = place; at < end; at += 1) {
    const each = isRest ? stepped(declared, "[]") : declared;
    walk.define({ ...known(of ?? FILE, at), ...rangeOf(part, part, walk), type: each });
  }
  return declared;
}

/** `constructor(private readonly log: Log)`: its bare name in the constructor is the field's, too. */
function defineField(part: NodeAt, name: NodeAt, type: ChainDraft, parent: DefinitionAt, walk: Walk): void {
  const access = walk.childOfType(part, "accessibility_modifier");
  if (access === NO_NODE && walk.childOfType(part, "readonly") === NO_NODE) {
    return;
  }
  const flags = PROMOTED | (access !== NO_NODE && walk.text(access) === "private" ? PRIVATE : 0);
  walk.define({ ...draftOf(part, walk, name), parent, type, flags });
}

/** A function as a value: the result of a call is unknown. */
const anonymous: Reading = (node, walk) => {
  insideFunction(node, walk, { expected: walk.name(EXPECTED_FUNCTION) });
  return null;
};

export const functionValues: Readonly<Record<string, Reading>> = {
  ...forTypes(anonymous, "arrow_function", "function_expression", "function", "generator_function"),
};

/** Of a function with a name: where that is, and what else is known of it. */
export type Known = Partial<DefinitionDraft> & Pick<Inside, "constructs" | "self" | "expected">;

/** Defines what `node` declares as the function `fn` (mostly the same), and visits it. */
export function defineFunction(node: NodeAt, name: NodeAt, fn: NodeAt, walk: Walk, known: Known = {}): DefinitionAt {
  const { constructs, self: receiver, expected = null, ...more } = known;
  const at = walk.define({
    name: nameOf(name, walk),
    kind: "function",
    parameters: countParameters(fn, walk),
    ...rangeOf(node, name, walk),
    ...more,
    flags: declarationFlags(node, walk) | (more.flags ?? 0),
  });
  // What is called with `new` is written with a capital.
  const self = receiver ?? (/^[A-Z]/.test(nameOf(name, walk)) ? rooted(selfChain(at)) : null);
  const builds = constructs === undefined ? {} : { constructs };
  const type = insideFunction(fn, walk, { definition: at, self, expected, ...builds });
  walk.amend(at, { type });
  return at;
}

const declaration: Visitor = (node, walk) => {
  const name = walk.field(node, "name");
  if (name === NO_NODE) {
    insideFunction(node, walk);
  } else {
    defineFunction(node, name, node, walk);
  }
};

export const functions: Readonly<Record<string, Visitor>> = {
  ...forTypes(declaration, "function_declaration", "generator_function_declaration", "function_signature"),
  ...forTypes<Visitor>((node, walk) => void insideFunction(node, walk), "call_signature", "construct_signature"),
  return_statement(node, walk) {
    const value = inner(node, walk);
    walk.returns(value === NO_NODE ? NOTHING : returnedValue(value, walk));
  },
};
