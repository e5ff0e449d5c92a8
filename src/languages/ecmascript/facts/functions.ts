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
  const { tree, facts } = walk;
  const { definition = facts.enclosing, self = null } = inside;
  return facts.within({ kind: "function", definition }, () => {
    if (tree.type(node) !== "arrow_function") {
      facts.local("arguments", null);
    }
    const isOfObject = tree.type(node) === "method_definition" && tree.type(tree.parent(node)) === "object";
    if (isOfObject || PLAIN.has(tree.type(node))) {
      facts.local("this", self);
    }
    const own = tree.field(node, "name");
    if (own !== NO_NODE && EXPRESSIONS.has(tree.type(node))) {
      // Its name is seen inside of it alone.
      if (inside.definition === undefined) {
        facts.local(tree.text(own), null);
      } else {
        facts.alias(tree.text(own), inside.definition);
      }
    }
    facts.local(EXPECTED, null);
    facts.local(EXPECTED_FUNCTION, null);
    if (inside.definition === undefined) {
      walk.visit(tree.field(node, "type_parameters"));
    } else {
      declareTypeParameters(tree.field(node, "type_parameters"), inside.definition, walk);
    }
    bindParameters(node, walk, inside, definition);
    const type = tree.field(node, "return_type");
    const declared = walk.value(type === NO_NODE ? tree.field(node, "type") : type);
    const expected = inside.result ?? stepped(inside.expected ?? null, "()");
    facts.local(DECLARED_RESULT, declared ?? (isAsync(node, walk) ? awaited(expected) : expected));
    const body = tree.field(node, "body");
    if (tree.type(node).startsWith("generator")) {
      facts.returns(null);
    }
    if (tree.type(body) === "statement_block") {
      walk.visitChildren(body);
    } else if (body !== NO_NODE) {
      const result = returnedValue(body, walk);
      facts.returns(result);
      return declared ?? result;
    }
    return declared;
  });
}

/** Whose parts are what the type says. */
const WITH_PARTS = wordSet("array ternary_expression parenthesized_expression");

/** The returned value, of which the declared return type says what objects have as members, and functions as parameters. */
function returnedValue(node: NodeAt, walk: Walk): ChainDraft {
  if (WITH_PARTS.has(walk.tree.type(node))) {
    return valueAs(node, walk.facts.name(DECLARED_RESULT), walk);
  }
  if (!isFunction(node, walk)) {
    return walk.value(node);
  }
  walk.deeper(() => void insideFunction(node, walk, { expected: walk.facts.name(DECLARED_RESULT) }));
  return null;
}

/** Functions whose `this` depends on the caller: all but arrow functions. */
const EXPRESSIONS: ReadonlySet<string> = new Set(["function", "function_expression", "generator_function"]);
const PLAIN: ReadonlySet<string> = new Set([...EXPRESSIONS, "function_declaration", "generator_function_declaration"]);

/** Number of declared ones. */
function countParameters(node: NodeAt, { tree }: Walk): number {
  const list = tree.field(node, "parameters");
  if (list === NO_NODE) {
    return tree.field(node, "parameter") === NO_NODE ? 0 : 1;
  }
  return tree
    .children(list)
    .filter((part) => tree.type(part) !== "comment" && tree.type(tree.field(part, "pattern")) !== "this").length;
}

function bindParameters(node: NodeAt, walk: Walk, inside: Inside, of: DefinitionAt): void {
  const { tree } = walk;
  const { known = [], expected = null, constructs } = inside;
  // What a constructor takes is kept with its class.
  const owner = constructs ?? (inside.definition === undefined ? null : of);
  for (const [at, part] of parametersOf(node, walk).entries()) {
    const pattern = tree.field(part, "pattern");
    const first = known[at] ?? stepped(expected, `.${at}`);
    const passed = isRestOf(part, walk) ? stepped(first, "*") : first;
    if (pattern === NO_NODE) {
      // JavaScript has the pattern itself there.
      bindPattern(part, passed, walk, declareLocal(walk));
      continue;
    }
    tree.fields(part, "decorator").forEach(walk.visit);
    const declared = parameterType(part, at, owner, walk);
    const other = valueAs(tree.field(part, "value"), declared ?? passed, walk);
    const holds = declared ?? (other === NOTHING ? null : other) ?? passed;
    bindPattern(pattern, holds, walk, declareLocal(walk));
    if (constructs !== undefined) {
      defineField(part, pattern, holds, constructs, walk);
    }
  }
}

/** Parameters in order, without `this`, which is none. */
function parametersOf(node: NodeAt, { tree, facts, value }: Walk): NodeAt[] {
  const list = tree.field(node, "parameters");
  const parts = list === NO_NODE ? [tree.field(node, "parameter")] : tree.children(list);
  return parts.filter((part) => {
    const pattern = tree.field(part, "pattern");
    const isThis = tree.type(pattern) === "this";
    if (isThis) {
      facts.local("this", value(tree.field(part, "type")));
    }
    return part !== NO_NODE && !isThis && tree.type(part) !== "comment";
  });
}

/** Parameters beyond these do not become members of their function. */
const PARAMETERS_MAX = 10;

/** So many of the arguments that a rest parameter takes get its type. */
const REST_MAX = 4;

const isRestOf = (part: NodeAt, { tree }: Walk): boolean =>
  [part, tree.field(part, "pattern")].some((pattern) => tree.type(pattern) === "rest_pattern");

/**
 * The declared type of a parameter. It is a member of its function, named by its position (`0`), so that functions and
 * objects passed for it can look up their expected type.
 */
function parameterType(part: NodeAt, place: number, of: DefinitionAt | null, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const annotation = tree.field(part, "type");
  const type = inner(annotation, walk);
  const known = (parent: DefinitionAt, at = place) =>
    ({ name: String(at), kind: "field", parent, binds: false }) as const;
  if (tree.type(type) === "function_type" && of !== null && place < PARAMETERS_MAX) {
    const at = facts.define({ ...known(of), ...rangeOf(part, part, walk), flags: CALLED });
    walk.deeper(() => facts.amend(at, { type: insideFunction(type, walk, { definition: at }) }));
    return rooted(definitionChain(at));
  }
  const declared = walk.value(annotation);
  const isRest = isRestOf(part, walk);
  const isOurs = declared !== null && declared.root !== BUILT_IN_ROOT && !BUILT_IN.has(declared.root);
  const end = isOurs && of !== null ? Math.min(isRest ? place + REST_MAX : place + 1, PARAMETERS_MAX) : 0;
  for (let at = place; at < end; at += 1) {
    const each = isRest ? stepped(declared, "[]") : declared;
    facts.define({ ...known(of ?? FILE, at), ...rangeOf(part, part, walk), type: each });
  }
  return declared;
}

/** `constructor(private readonly log: Log)`: its bare name in the constructor is the field's, too. */
function defineField(part: NodeAt, name: NodeAt, type: ChainDraft, parent: DefinitionAt, walk: Walk): void {
  const { tree, facts } = walk;
  const access = tree.childOfType(part, "accessibility_modifier");
  if (access === NO_NODE && tree.childOfType(part, "readonly") === NO_NODE) {
    return;
  }
  const flags = PROMOTED | (access !== NO_NODE && tree.text(access) === "private" ? PRIVATE : 0);
  facts.define({ ...draftOf(part, walk, name), parent, type, flags });
}

/** A function as a value: the result of a call is unknown. */
const anonymous: Reading = (node, walk) => {
  insideFunction(node, walk, { expected: walk.facts.name(EXPECTED_FUNCTION) });
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
  const at = walk.facts.define({
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
  walk.facts.amend(at, { type });
  return at;
}

const declaration: Visitor = (node, walk) => {
  const name = walk.tree.field(node, "name");
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
    walk.facts.returns(value === NO_NODE ? NOTHING : returnedValue(value, walk));
  },
};
