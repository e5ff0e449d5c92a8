// Parameters and results of Go's functions and methods, and which of them are stored so that arguments can be compared with them.

import { type ChainDraft, stepped, withoutLast } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { CALL } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";
import { mayBeInterface } from "./conversions.ts";
import { BUILT_IN } from "./names.ts";
import type { Walk } from "./state.ts";
import { namedType, resultOf } from "./types.ts";
import { typesBeforeMap } from "./types-before-map.ts";

export interface Parameter {
  readonly one: NodeAt;
  readonly type: NodeAt;
  /** Of variables. */
  readonly names: readonly NodeAt[];
  readonly holds: ChainDraft;
  /** `a, b int` declares two; a type without a name, one. */
  readonly places: number;
}

/** Those of a list in parentheses; none of anything else. */
export function readParameters(list: NodeAt, walk: Walk): Parameter[] {
  const declared = walk.children(walk.type(list) === "parameter_list" ? list : NO_NODE);
  return declared.flatMap((one) => {
    const type = walk.field(one, "type");
    const before = typesBeforeMap(one, walk);
    const holds = walk.value(type);
    if (before !== null) {
      const named = before.map((name) => ({ type: name, holds: stepped(namedType(name, walk), "^") }));
      return [...named, { type, holds }].map((each) => ({ ...each, one, names: [], places: 1 }));
    }
    const isMany = walk.type(one) === "variadic_parameter_declaration";
    const names = walk.fields(one, "name").filter(walk.isNamed);
    const places = Math.max(1, names.length);
    return type === NO_NODE ? [] : [{ one, type, names, holds: isMany ? stepped(holds, "*") : holds, places }];
  });
}

/** Further parameters are not stored. */
const PARAMETERS_MAX = 10;

/**
 * Makes each that may be an interface a member of its function, named by its position, so that an argument can be
 * compared.
 */
export function defineParameters(taken: readonly Parameter[], of: DefinitionAt, walk: Walk): void {
  let place = 0;
  for (const { one, type, holds, places } of of === FILE ? [] : taken) {
    const isOpen = mayBeInterface(type, walk);
    for (const end = place + places; place < end; place += 1) {
      if (isOpen && place < PARAMETERS_MAX) {
        const lines = { startLine: walk.line(one), endLine: walk.endLine(one), nameLine: walk.line(one) };
        walk.define({ name: String(place), kind: "field", parent: of, binds: false, type: holds, ...lines });
      }
    }
  }
}

/** Further results are not stored. */
const RESULTS_MAX = 6;

/** Makes each result behind the first that may be of the project a member of its function, called by its place: `:1`. */
export function defineResults(given: readonly Parameter[], of: DefinitionAt, walk: Walk): void {
  let place = 0;
  for (const { one, type, holds, places } of of === FILE ? [] : given) {
    const plain = walk.type(type) === "pointer_type" ? (walk.children(type)[0] ?? NO_NODE) : type;
    const isHeld = holds !== null && walk.text(plain) !== "error" && !BUILT_IN.has(walk.text(plain));
    for (const end = place + places; place < end; place += 1) {
      if (isHeld && place > 0 && place < RESULTS_MAX) {
        const lines = { startLine: walk.line(one), endLine: walk.endLine(one), nameLine: walk.line(one) };
        walk.define({ name: `:${place}`, kind: "field", parent: of, binds: false, type: holds, ...lines });
      }
    }
  }
}

/** Values of the variables to which the results of one call are assigned: `store, err := open()`. */
export function resultsOf(value: ChainDraft, count: number): ChainDraft[] {
  const called = withoutLast(value, CALL);
  return Array.from({ length: count }, (_, place) => (place === 0 ? value : stepped(called, `.:${place}`)));
}

/** Reads a method without a body; returns the value of a call. */
export function readSignature(node: NodeAt, at: DefinitionAt, walk: Walk): ChainDraft {
  defineParameters(readParameters(walk.field(node, "parameters"), walk), at, walk);
  const result = walk.field(node, "result");
  if (result === NO_NODE || walk.type(result) !== "parameter_list") {
    return resultOf(node, walk);
  }
  const given = readParameters(result, walk);
  defineResults(given, at, walk);
  return given[0]?.holds ?? null;
}
