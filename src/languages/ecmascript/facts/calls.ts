// Calls of JavaScript and TypeScript: their values, and what their arguments are expected to be.

import { type ChainDraft, ownerOf, RESULT_STEP, stepped, writtenAs } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { valueAs } from "./expected.ts";
import { insideFunction } from "./functions.ts";
import { instanceOf, useOf } from "./generics.ts";
import { hazardOfCall } from "./hazards.ts";
import { useAs } from "./names.ts";
import { isFunction, NAME, stringOf } from "./node-text.ts";
import { awaited } from "./promises.ts";
import { importAll, requiredModule } from "./required-modules.ts";
import type { Reading, Walk } from "./state.ts";
import { argumentsOf, builtInType } from "./type-names.ts";

/** Methods of arrays and promises that pass an element to a function as its first argument, and as its second. */
const PASSES_FIRST = wordSet(
  "forEach map filter find findIndex findLast findLastIndex some every flatMap then sort toSorted",
);
const PASSES_SECOND = wordSet("reduce sort toSorted");

/** Methods of arrays that take more elements. */
const TAKES_EACH: ReadonlySet<string> = new Set(["push", "unshift"]);

/** Functions that return their first argument, or a collection of it. */
const RETURNS_FIRST_ARGUMENT = wordSet(`
Object.freeze Object.seal Object.assign Object.values Array.from Promise.resolve Object.entries
`);

const call: Reading = (node, walk) => {
  const module = requiredModule(node, walk);
  if (module !== undefined) {
    return module;
  }
  const callee = walk.field(node, "function");
  if (MOCKS.test(walk.text(callee))) {
    return mock(node, walk);
  }
  const used = useAs(callee, "call", walk);
  walk.hazard(hazardOfCall(callee, walk));
  const called = useOf(node, used, argumentsOf(walk.field(node, "type_arguments"), walk), walk);
  const list = walk.field(node, "arguments");
  const method = walk.type(callee) === "member_expression" ? walk.text(walk.field(callee, "property")) : "";
  const receiver = ownerOf(used);
  const each = method === "then" ? awaited(receiver) : stepped(receiver, "[]");
  const known = [PASSES_FIRST.has(method) ? each : null, PASSES_SECOND.has(method) ? each : null];
  const expected = { known, each: TAKES_EACH.has(method) ? each : null };
  const [first = null, mapped] = readArguments(list, called, expected, walk);
  referenceNamed(callee, list, { first, receiver }, walk);
  if (mapped !== undefined && walk.text(callee) === "Array.from") {
    return stepped(mapped, "*");
  }
  if (method === "map" || method === "flatMap" || method === "then") {
    return method === "map" ? stepped(first, "*") : first;
  }
  if (method === "bind" && bindsArguments(callee, list, walk)) {
    // What that returns takes fewer arguments than the function.
    return null;
  }
  const isOfFirst = method !== "" && RETURNS_FIRST_ARGUMENT.has(walk.text(callee));
  return isOfFirst ? stepped(first, method === "entries" ? "*" : "") : stepped(called, "()");
};

/** What takes an object and the name of a member of it. */
const NAMES_MEMBER =
  /^(?:.*\.)?(?:spyOn|spyOnProperty|spy\.on)$|^(?:(?:sinon|sandbox)\.)?(?:spy|stub)$|^(?:sinon|sandbox|td)\.replace$|\bmock\.(?:method|getter|setter)$|^Object\.(?:hasOwn|defineProperty|getOwnPropertyDescriptor)$|^Reflect\.(?:get|set|has|defineProperty|deleteProperty|getOwnPropertyDescriptor)$/s;

const CALLEE_CHARS_MAX = 100;

/** `jest.spyOn(store, "open")`, `store.hasOwnProperty("open")` */
function referenceNamed(callee: NodeAt, list: NodeAt, { first, receiver }: NamedOn, walk: Walk): void {
  const isOwn = walk.text(walk.field(callee, "property")) === "hasOwnProperty";
  const part = walk.children(list).filter((one) => walk.type(one) !== "comment")[isOwn ? 0 : 1] ?? NO_NODE;
  const name = stringOf(part, walk) ?? "";
  const text = name === "" ? "" : walk.text(callee);
  if (NAME.test(name) && (isOwn || (text.length < CALLEE_CHARS_MAX && NAMES_MEMBER.test(text)))) {
    walk.refer(name, walk.line(part), "read", stepped(isOwn ? receiver : first, `.${name}`));
  }
}

/** What the name may be a member of: the first argument, or what the method is called on. */
interface NamedOn {
  readonly first: ChainDraft;
  readonly receiver: ChainDraft;
}

/** What replaces a module in a test by what a function returns. */
const MOCKS = /^(?:jest|vi|vitest)\s*\.\s*(?:mock|doMock|unstable_mockModule|setMock)$/;

/** `vi.mock("./store", async (original) => ({ ...(await original()), open: vi.fn() }))`: what is returned has names of the module. */
function mock(node: NodeAt, walk: Walk): ChainDraft {
  walk.visit(walk.field(node, "function"));
  const list = walk.field(node, "arguments");
  const [first = NO_NODE, ...others] = walk.children(list).filter((part) => walk.type(part) !== "comment");
  const specifier = stringOf(first, walk);
  if (specifier === null) {
    walk.visit(list);
    return null;
  }
  const module = importAll(specifier, null, first, walk);
  for (const part of others) {
    if (isFunction(part, walk)) {
      insideFunction(part, walk, { known: [stepped(module, RESULT_STEP)], result: module });
    } else {
      valueAs(part, module, walk);
    }
  }
  return null;
}

/** `open.bind(null, path)`, `store.open.bind(store, path)`: not a method of the project's that is called so. */
function bindsArguments(callee: NodeAt, list: NodeAt, walk: Walk): boolean {
  const [first = NO_NODE, second] = walk.children(list).filter((part) => walk.type(part) !== "comment");
  const self = walk.text(first);
  return second !== undefined && (/^(?:this|null|undefined)$/.test(self) || walk.text(callee).startsWith(`${self}.`));
}

/** What is expected of the arguments of a method of arrays and the like. */
interface Expectations {
  /** Values of the parameters of its first argument, a function. */
  readonly known?: readonly ChainDraft[];
  /** What each of its arguments is expected to be. */
  readonly each?: ChainDraft;
}

/**
 * Visits the arguments of a call; functions and objects among them get the types of the parameters. Returns the value of the
 * first (of a function: what it returns), and what a function in second place returns.
 */
function readArguments(
  list: NodeAt,
  called: ChainDraft,
  { known = [], each = null }: Expectations,
  walk: Walk,
): ChainDraft[] {
  if (walk.type(list) !== "arguments") {
    walk.visit(list);
    return [];
  }
  const values: ChainDraft[] = [];
  const parts = walk.children(list).filter((part) => walk.type(part) !== "comment");
  for (const [at, part] of parts.entries()) {
    if (isFunction(part, walk)) {
      // `Array.from(all, (one) => …)`; of anything else the second's parameters are as declared.
      const [first = null] = values;
      const isMapping = at === 1 && writtenAs(called) === "Array.from";
      const parameters = at === 0 ? known : isMapping ? [stepped(first, "[]")] : [];
      const result = insideFunction(part, walk, { known: parameters, expected: each ?? stepped(called, `.${at}`) });
      if (at < 2) {
        values[at] = result;
      }
    } else {
      const value = valueAs(part, each ?? stepped(called, `.${at}`), walk);
      values[0] = at === 0 ? value : (values[0] ?? null);
    }
  }
  return values;
}

/** Collections of what they are made from: `new Set(orders)`. */
const MADE_OF: ReadonlySet<string> = new Set(["Set", "WeakSet"]);

const construct: Reading = (node, walk) => {
  const made = walk.field(node, "constructor");
  const value = useAs(made, "new", walk);
  walk.hazard(hazardOfCall(made, walk));
  const types = argumentsOf(walk.field(node, "type_arguments"), walk);
  const [first] = readArguments(walk.field(node, "arguments"), value, {}, walk);
  if (types.length === 0 && MADE_OF.has(walk.text(made))) {
    return first ?? stepped(value, "^");
  }
  const builtIn = types.length === 0 ? undefined : builtInType(walk.text(made), types);
  return builtIn ?? instanceOf(node, value, types, walk);
};

export const calls: Readonly<Record<string, Reading>> = { call_expression: call, new_expression: construct };
