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
import { classOfReceiver, frameAt } from "./frames.ts";
import type { Frame, Walk } from "./state.ts";

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
  const { tree } = walk;
  switch (tree.type(target)) {
    case "identifier":
      bindName(target, isOneEach(value) ? null : value, walk, binding);
      return;
    case "attribute":
      bindAttribute(target, isOneEach(value) ? null : value, walk, binding);
      return;
    default: {
      if (!HAS_TARGETS.has(tree.type(target))) {
        walk.visit(target);
        return;
      }
      const parts = tree.children(target);
      const isWhole = parts.length === 1 && /^(?:as_pattern_target|parenthesized)/.test(tree.type(target));
      for (const [index, part] of parts.entries()) {
        const one = partOf(value, index, parts.length, /splat/.test(tree.type(part)));
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
  const { tree, facts } = walk;
  const name = tree.text(node);
  const frame = frameAt(walk, binding.isWhole);
  if (frame.nonlocals.has(name)) {
    return;
  }
  if (frame.globals.has(name)) {
    walk.reference(node, "write", facts.name(name));
    decide(facts.child(FILE, name), holds, walk);
  } else if (frame.kind === "file" || frame.kind === "class") {
    defineVariable(node, holds, walk, binding, frame);
  } else {
    facts.local(name, holds, frame.kind === "function");
  }
}

function defineVariable(node: NodeAt, holds: ChainDraft, walk: Walk, binding: Binding, frame: Frame): void {
  const { facts } = walk;
  const isInClass = frame.kind === "class";
  const before = facts.child(frame.definition, walk.tree.text(node));
  const kinds = isInClass
    ? ({ function: "method", value: frame.isEnum ? "member" : "field" } as const)
    : ({ function: "function", value: "variable" } as const);
  const kind = binding.of === "type" ? "type" : binding.of === "function" ? kinds.function : kinds.value;
  const draft = draftOf(binding.range, walk, node);
  const at = facts.define({
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
function decide(at: DefinitionAt, holds: ChainDraft, { facts, state: { undecided } }: Walk): void {
  if (undecided.has(at) && holds !== NOTHING && holds !== null) {
    undecided.delete(at);
    facts.amend(at, { type: holds });
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
  const { tree } = walk;
  const object = tree.field(node, "object");
  const name = tree.field(node, "attribute");
  const isName = tree.type(object) === "identifier";
  const owner = isName ? classOfReceiver(walk, tree.text(object)) : null;
  const of = stepped(walk.value(object), `.${tree.text(name)}`);
  const known = owner?.fields.get(tree.text(name));
  if (owner === null || known !== undefined) {
    walk.reference(name, "write", of);
    if (owner !== null && known?.definition.type === NOTHING) {
      owner.fields.set(tree.text(name), { ...known, definition: { ...known.definition, type: holds } });
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
export function defineFields(frame: Frame, { facts }: Walk): void {
  for (const { definition, of } of frame.fields.values()) {
    if (facts.child(frame.definition, definition.name) === FILE) {
      facts.define({ ...definition, type: definition.type === NOTHING ? null : (definition.type ?? null) });
    } else {
      facts.reference(definition.name, definition.nameLine, "write", of);
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
export function parametersOf(list: NodeAt, walk: Walk): Parameter[] {
  const { tree } = walk;
  return tree.children(list).flatMap((node) => parameterOf(node, walk));
}

function parameterOf(node: NodeAt, walk: Walk): Parameter[] {
  const { tree } = walk;
  const type = tree.field(node, "type");
  const value = tree.field(node, "value");
  const annotation = type === NO_NODE ? null : annotated(type, walk);
  const standard = walk.value(value);
  const holds = type === NO_NODE ? (standard === NOTHING ? null : standard) : annotation;
  const first = tree.type(node) === "identifier" ? node : tree.children(node)[0];
  if (first === undefined) {
    return [];
  }
  switch (tree.type(first)) {
    case "identifier":
      // `*args` without an annotation has its name directly inside.
      return [{ name: tree.text(first), node: first, holds: /splat/.test(tree.type(node)) ? BUILT_IN_VALUE : holds }];
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const name = tree.children(first)[0];
      return name === undefined ? [] : [{ name: tree.text(name), node: name, holds: stepped(annotation, "*") }];
    }
    default:
      return [];
  }
}

/** What the target of a loop over the expression gets; the expression is visited. */
export function iterated(target: NodeAt, expression: NodeAt, walk: Walk): AssignedValue {
  const { tree } = walk;
  const callee = tree.field(expression, "function");
  const args = tree.children(tree.field(expression, "arguments"));
  const isPair = /list|tuple/.test(tree.type(target));
  if (tree.type(expression) !== "call" || !isPair) {
    return stepped(walk.value(expression), "[]");
  }
  const each = (): ChainDraft[] => args.map((one) => stepped(walk.value(one), "[]"));
  switch (tree.text(callee)) {
    case "enumerate":
      return [BUILT_IN_VALUE, each()[0] ?? null];
    case "zip":
      return each();
  }
  if (args.length === 0 && tree.text(tree.field(callee, "attribute")) === "items") {
    const object = walk.value(tree.field(callee, "object"));
    referToMember(object, tree.field(callee, "attribute"), walk, "call");
    return [null, stepped(object, ".values()[]")];
  }
  walk.visit(expression);
  return null;
}
