// What Python's statements bind: assignments, loops, `with`, `except`, patterns and parameters. At the top and in a class a
// name bound is a definition, in a function a local; an attribute of the instance is a field of its class.

import { BUILT_IN_VALUE, type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { referToMember } from "../../../facts/common.ts";
import { docFlags } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft, OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPORTED, FILE, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { annotated } from "./annotations.ts";
import { classOfReceiver, type Frame, frameAt, type Walk } from "./state.ts";

/** What is assigned to a target: one value, or one for each of its parts. */
export type AssignedValue = ChainDraft | readonly ChainDraft[];

export interface Binding {
  /** The statement that binds: lines of the definition it makes. */
  readonly range: NodeAt;
  /** Bound outside of the enclosing comprehensions, as `:=` does. */
  readonly isWhole?: boolean;
  /** What is bound: a variable, if not a function without a name of its own, or a type. */
  readonly of?: "function" | "type";
  /** Where it is annotated with a union, each part of that. */
  readonly types?: readonly ChainDraft[];
}

const isOneEach = (value: AssignedValue): value is readonly ChainDraft[] => Array.isArray(value);

/** What has targets inside. */
const HAS_TARGETS = wordSet(`
pattern_list tuple_pattern list_pattern tuple list expression_list as_pattern_target parenthesized_expression list_splat_pattern
splat_pattern
`);

export function bindTarget(target: NodeAt, value: AssignedValue, walk: Walk, binding: Binding): void {
  switch (walk.type(target)) {
    case "identifier":
      bindName(target, isOneEach(value) ? null : value, walk, binding);
      return;
    case "attribute":
      bindAttribute(target, isOneEach(value) ? null : value, walk, binding);
      return;
    default: {
      if (!HAS_TARGETS.has(walk.type(target))) {
        walk.visit(target);
        return;
      }
      const parts = walk.children(target);
      const isWhole = parts.length === 1 && /^(?:as_pattern_target|parenthesized)/.test(walk.type(target));
      for (const [index, part] of parts.entries()) {
        const one = partOf(value, index, parts.length, /splat/.test(walk.type(part)));
        walk.deeper(() => bindTarget(part, isWhole ? value : one, walk, binding));
      }
    }
  }
}

/** The value of one target of a destructuring assignment: that at its position, or an element. */
function partOf(value: AssignedValue, index: number, count: number, isRest: boolean): ChainDraft {
  if (isOneEach(value)) {
    return value.length === count ? (value[index] ?? null) : null;
  }
  return isRest ? null : stepped(value, "[]");
}

function bindName(node: NodeAt, holds: ChainDraft, walk: Walk, binding: Binding): void {
  const name = walk.text(node);
  const frame = frameAt(walk, binding.isWhole);
  if (frame.nonlocals.has(name)) {
    return;
  }
  if (frame.globals.has(name)) {
    walk.reference(node, "write", walk.name(name));
    decide(walk.child(FILE, name), holds, walk);
  } else if (frame.kind === "file" || frame.kind === "class") {
    defineVariable(node, holds, walk, binding, frame);
  } else {
    walk.local(name, holds, frame.kind === "function");
  }
}

function defineVariable(node: NodeAt, holds: ChainDraft, walk: Walk, binding: Binding, frame: Frame): void {
  const isInClass = frame.kind === "class";
  const before = walk.child(frame.definition, walk.text(node));
  const kinds = isInClass
    ? ({ function: "method", value: frame.isEnum ? "member" : "field" } as const)
    : ({ function: "function", value: "variable" } as const);
  const kind = binding.of === "type" ? "type" : binding.of === "function" ? kinds.function : kinds.value;
  const draft = draftOf(binding.range, walk, node);
  const at = walk.define({
    ...draft,
    kind,
    flags: draft.flags | (kind === "member" ? STATIC : 0),
    ...(binding.types === undefined ? {} : { types: binding.types }),
    type: kind === "member" ? rooted(definitionChain(frame.definition) + INSTANCE) : holds === NOTHING ? null : holds,
  });
  if (holds === NOTHING) {
    walk.state.undecided.add(at);
  }
  decide(before, holds, walk);
}

/** A variable that was None at first gets the type of the next assignment. */
function decide(at: DefinitionAt, holds: ChainDraft, walk: Walk): void {
  if (walk.state.undecided.has(at) && holds !== NOTHING && holds !== null) {
    walk.state.undecided.delete(at);
    walk.amend(at, { type: holds });
  }
}

/** What all definitions have; lines start at the first decorator. `named`: as Walk.definition. */
export function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const shown = isPrivate(draft.name) ? PRIVATE : EXPORTED;
  return { ...draft, flags: draft.flags | shown | docFlags(draft.startLine, walk) };
}

const isPrivate = (name: string): boolean => name.startsWith("_") && !/^__\w+__$/.test(name);

function bindAttribute(node: NodeAt, holds: ChainDraft, walk: Walk, { range, types }: Binding): void {
  const object = walk.field(node, "object");
  const name = walk.field(node, "attribute");
  const isName = walk.type(object) === "identifier";
  const owner = isName ? classOfReceiver(walk, walk.text(object)) : null;
  const of = stepped(walk.value(object), `.${walk.text(name)}`);
  const known = owner?.fields.get(walk.text(name));
  if (owner === null || known !== undefined) {
    walk.reference(name, "write", of);
    if (owner !== null && known?.definition.type === NOTHING) {
      owner.fields.set(walk.text(name), { ...known, definition: { ...known.definition, type: holds } });
    }
    return;
  }
  const definition: DefinitionDraft = {
    ...draftOf(range, walk, name),
    type: holds,
    ...(types === undefined ? {} : { types }),
    parent: owner.definition,
    binds: false,
  };
  owner.fields.set(definition.name, { definition, of });
}

/** Defines the fields that a class's methods assign; to be called at its end. A name of its body is what is assigned to. */
export function defineFields(frame: Frame, walk: Walk): void {
  for (const { definition, of } of frame.fields.values()) {
    if (walk.child(frame.definition, definition.name) === FILE) {
      walk.define({ ...definition, type: definition.type === NOTHING ? null : (definition.type ?? null) });
    } else {
      walk.refer(definition.name, definition.nameLine, "write", of);
    }
  }
}

export interface Parameter {
  readonly name: string;
  /** Of the name. */
  readonly node: NodeAt;
  readonly holds: ChainDraft;
}

/** Parameters by name, with their values; their annotations and defaults are visited in the enclosing scope. */
export const parametersOf = (list: NodeAt, walk: Walk): Parameter[] =>
  walk.children(list).flatMap((node) => parameterOf(node, walk));

function parameterOf(node: NodeAt, walk: Walk): Parameter[] {
  const type = walk.field(node, "type");
  const value = walk.field(node, "value");
  const annotation = type === NO_NODE ? null : annotated(type, walk);
  const standard = walk.value(value);
  const holds = type === NO_NODE ? (standard === NOTHING ? null : standard) : annotation;
  const first = walk.type(node) === "identifier" ? node : walk.children(node)[0];
  if (first === undefined) {
    return [];
  }
  switch (walk.type(first)) {
    case "identifier":
      // `*args` without an annotation has its name directly inside.
      return [{ name: walk.text(first), node: first, holds: /splat/.test(walk.type(node)) ? BUILT_IN_VALUE : holds }];
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const name = walk.children(first)[0];
      return name === undefined ? [] : [{ name: walk.text(name), node: name, holds: stepped(annotation, "*") }];
    }
    default:
      return [];
  }
}

/** What the target of a loop over the expression gets; the expression is visited. */
export function iterated(target: NodeAt, expression: NodeAt, walk: Walk): AssignedValue {
  const callee = walk.field(expression, "function");
  const args = walk.children(walk.field(expression, "arguments"));
  const isPair = /list|tuple/.test(walk.type(target));
  if (walk.type(expression) !== "call" || !isPair) {
    return stepped(walk.value(expression), "[]");
  }
  const each = (): ChainDraft[] => args.map((one) => stepped(walk.value(one), "[]"));
  switch (walk.text(callee)) {
    case "enumerate":
      return [BUILT_IN_VALUE, each()[0] ?? null];
    case "zip":
      return each();
  }
  if (args.length === 0 && walk.text(walk.field(callee, "attribute")) === "items") {
    const object = walk.value(walk.field(callee, "object"));
    referToMember(object, walk.field(callee, "attribute"), walk, "call");
    return [null, stepped(object, ".values()[]")];
  }
  walk.visit(expression);
  return null;
}
