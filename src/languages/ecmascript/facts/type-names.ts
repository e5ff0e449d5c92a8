// Names of types where they are used: the value of each, and the supertypes of a class.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, ELEMENT, INSTANCE, THIS_MEMBER } from "../../../vocabulary/chain.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { instanceOf, referenceConstraintMembers } from "./generics.ts";
import { useAs } from "./names.ts";
import { ANONYMOUS, rangeOf, stringOf } from "./node-text.ts";
import { awaited, definePromised, isPromise, stepsOfPromise } from "./promises.ts";
import type { Reading, Walk } from "./state.ts";
import { tupleOf } from "./tuples.ts";
import { anyOf } from "./unions.ts";

/** Wrappers that are treated as their first type argument: `Promise<Order>` as an order. */
const SEE_THROUGH = wordSet(`
Promise PromiseLike Readonly Partial Required NonNullable NoInfer Pick Omit Extract Exclude DeepReadonly
OmitThisParameter
`);

/** Collections of their last type argument. */
const COLLECTIONS = wordSet(`
Array ReadonlyArray Set ReadonlySet WeakSet Iterable Iterator IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator
ArrayLike Map ReadonlyMap WeakMap Record
`);

/** Collections of their first type argument. */
const GENERATORS: ReadonlySet<string> = new Set(["Generator", "AsyncGenerator"]);

/** Values of the type arguments, in order. */
export const argumentsOf = (node: NodeAt, walk: Walk): ChainDraft[] =>
  walk
    .children(node)
    .filter((part) => walk.type(part) !== "comment")
    .map(walk.value);

/** The value of a built-in type with these arguments; null for any other type. */
export function builtInType(name: string, args: readonly ChainDraft[]): ChainDraft | undefined {
  if (SEE_THROUGH.has(name) && args.length > 0) {
    return args[0] ?? null;
  }
  if (name === "Awaited") {
    return awaited(args[0] ?? null);
  }
  if (name === "ReturnType" || name === "InstanceType") {
    return stepped(args[0] ?? null, name === "ReturnType" ? "()" : "^");
  }
  if (COLLECTIONS.has(name)) {
    return stepped(args.at(-1) ?? null, "*");
  }
  return GENERATORS.has(name) ? stepped(args[0] ?? null, "*") : undefined;
}

/** Types that are a tuple of what a function or a constructor takes. */
const PARAMETERS: ReadonlySet<string> = new Set(["Parameters", "ConstructorParameters"]);

/** So many elements of such a tuple have the types of the parameters. */
const PARAMETERS_MAX = 6;

/** `Parameters<typeof open>`, of the function or class `of`; undefined for any other type. */
function parametersType(name: string, of: ChainDraft, node: NodeAt, walk: Walk): ChainDraft | undefined {
  const parts = Array.from({ length: PARAMETERS_MAX }, (_, place) => stepped(of, `.${place}${INSTANCE}`));
  return PARAMETERS.has(name) ? tupleOf(node, parts, null, walk) : undefined;
}

/** The value of a type of the language with these arguments; undefined for any other type. */
export function languageType(
  name: string,
  args: readonly ChainDraft[],
  node: NodeAt,
  walk: Walk,
): ChainDraft | undefined {
  const builtIn = builtInType(name, args);
  return builtIn === undefined ? parametersType(name, args[0] ?? null, node, walk) : builtIn;
}

/** From a value of this type with arguments to a value of the argument at this place. */
export const stepsToArgument = (name: string, place: number): string =>
  SEE_THROUGH.has(name)
    ? stepsOfPromise(name)
    : COLLECTIONS.has(name) || GENERATORS.has(name)
      ? ELEMENT
      : `.<${place}>${INSTANCE}`;

/** Types whose second argument names members of the first. */
const CHOOSING: ReadonlySet<string> = new Set(["Pick", "Omit"]);

/** Values of the type arguments of a named type, in order. */
function argumentsFor(name: string, node: NodeAt, walk: Walk): ChainDraft[] {
  const args = argumentsOf(node, walk);
  const keys = CHOOSING.has(name) ? walk.children(node)[1] : undefined;
  referenceKeys(keys ?? NO_NODE, args[0] ?? null, walk);
  return args;
}

/** Members of `of` that a type names by their names in quotes: `"id"`, `"id" | "name"`. */
export function referenceKeys(node: NodeAt, of: ChainDraft, walk: Walk): void {
  const inside = walk.children(node);
  switch (walk.type(node)) {
    case "union_type":
    case "parenthesized_type":
      walk.deeper(() => inside.forEach((part) => void referenceKeys(part, of, walk)));
      break;
    case "literal_type": {
      const name = stringOf(inside[0] ?? NO_NODE, walk);
      walk.referenceKnown(name ?? "", walk.line(node), "type", stepped(of, `.${name}`));
    }
  }
}

/** What a class extends or implements. */
function heritage(node: NodeAt, walk: Walk): ChainDraft {
  if (walk.type(node) !== "generic_type") {
    return useAs(node, "extend", walk);
  }
  const name = walk.field(node, "name");
  const used = useAs(name, "extend", walk);
  const args = argumentsFor(walk.text(name), walk.field(node, "type_arguments"), walk);
  return builtInType(walk.text(name), args) ?? used;
}

/** What these extend or implement the type or class `of`. A promise has not the members of what it gives. */
export const heritages = (nodes: readonly NodeAt[], of: DefinitionAt, walk: Walk): ChainDraft[] =>
  nodes.map((node) => {
    const type = heritage(node, walk);
    if (!isPromise(node, walk)) {
      return type;
    }
    definePromised(type, of, node, walk);
    return NOTHING;
  });

/** Types whose values are unknown. */
export const ANYTHING: ReadonlySet<string> = new Set(["any", "unknown", "object"]);

/** `ThisType<X>`: an object whose functions have an X as `this`. */
function typeOfThis(node: NodeAt, type: ChainDraft, walk: Walk): ChainDraft {
  const range = rangeOf(node, node, walk);
  const at = walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false });
  walk.define({ name: THIS_MEMBER, kind: "field", parent: at, binds: false, type, ...range });
  return rooted(definitionChain(at));
}

const named: Reading = (node, walk) => stepped(useAs(node, "type", walk), "^");

export const typeNames: Readonly<Record<string, Reading>> = {
  ...forTypes(named, "type_identifier", "nested_type_identifier"),
  predefined_type: (node, walk) => (ANYTHING.has(walk.text(node)) ? null : NOTHING),
  generic_type(node, walk) {
    const name = walk.field(node, "name");
    const used = useAs(name, "type", walk);
    const args = argumentsFor(walk.text(name), walk.field(node, "type_arguments"), walk);
    const [keys = null] = args;
    if (walk.text(name) === "Record" && keys !== null && keys !== NOTHING) {
      return anyOf(node, [stepped(keys, "{#}"), stepped(args.at(-1) ?? null, "*")], walk);
    }
    if (walk.text(name) === "ThisType") {
      return typeOfThis(node, args[0] ?? null, walk);
    }
    const builtIn = languageType(walk.text(name), args, node, walk);
    if (builtIn !== undefined) {
      return builtIn;
    }
    referenceConstraintMembers(walk.field(node, "type_arguments"), used, walk);
    return instanceOf(node, used, args, walk);
  },
};
