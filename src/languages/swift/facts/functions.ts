// Swift's functions, initialisers, subscripts, closures and properties: their parameters, types and results.

import { type ChainDraft, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { CALL, COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { ABSTRACT, FILE, OVERRIDES } from "../../../vocabulary/facts.ts";
import { expect, expectedAt } from "./expected-values.ts";
import { draftOf, modifiersOf, nameOf } from "./modifiers.ts";
import { addFunctionTypeParameters, addParameter, addParameters, type Parameter } from "./parameters.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { bindTypeParameters, declaredIn, isType, thrownIn } from "./types.ts";

/** What the enclosing function is declared to return. */
export const resultOf = ({ state }: Walk): ChainDraft => state.results.at(-1) ?? null;

/** Runs `inside` as the body of a function that is declared to return this. */
function returning<Result>(type: ChainDraft, { state }: Walk, inside: () => Result): Result {
  state.results.push(type);
  const result = inside();
  state.results.pop();
  return result;
}

/** Binds parameters, visiting their types and defaults. */
function bindParameters(node: NodeAt, walk: Walk): Parameter[] {
  const { tree, facts } = walk;
  const parameters: Parameter[] = [];
  let value: ChainDraft = null;
  for (const part of tree.children(node)) {
    if (tree.type(part) === "parameter") {
      const [name = NO_NODE] = tree.fields(part, "name");
      const isMany = tree.childOfType(part, "...") !== NO_NODE;
      walk.visit(tree.childOfType(part, "parameter_modifiers"));
      value = declaredIn(part, walk);
      facts.local(nameOf(name, walk), isMany ? stepped(value, COLLECTION) : value);
      parameters.push({ node: part, type: value });
    } else if (tree.type(part) === "attribute") {
      walk.visit(part);
    } else if (tree.fieldOf(part) === "default_value") {
      expect(part, value, walk);
      walk.visit(part);
    }
  }
  return parameters;
}

const functionDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const isKeyword = /^(?:subscript|deinit)/.test(tree.type(node));
  const result = tree.fields(node, "name").find((part, at) => (at > 0 || isKeyword) && isType(part, walk)) ?? NO_NODE;
  walk.visit(modifiersOf(node, walk));
  const enclosing = facts.enclosing;
  const isMember = enclosing !== FILE && enclosing === facts.enclosingClass;
  const draft = draftOf(node, walk);
  const { name } = draft;
  const at = facts.define({
    ...draft,
    parameters: tree.children(node).filter((part) => tree.type(part) === "parameter").length,
    flags:
      draft.flags |
      (tree.type(node) === "protocol_function_declaration" ? ABSTRACT : 0) |
      (/\boverride\b/.test(tree.text(modifiersOf(node, walk))) ? OVERRIDES : 0),
    binds: draft.binds !== false && !isKeyword && name !== "init",
  });
  facts.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    const parameters = bindParameters(node, walk);
    thrownIn(node, walk);
    if (!/^\W/.test(name)) {
      // A type is called as its initialiser is.
      addParameters(parameters, name === "init" && isMember ? enclosing : at, walk);
    }
    const given =
      name === "init" && isMember ? stepped(rooted(definitionChain(enclosing)), INSTANCE) : walk.value(result);
    facts.amend(at, { type: given });
    const bodies = tree.children(node).filter((part) => /^(?:function_body|computed_property)$/.test(tree.type(part)));
    returning(given, walk, () => {
      for (const body of bodies) {
        onlyValue(body, given, walk);
        walk.visitChildren(body);
      }
    });
  });
};

/** A body of one expression returns it. */
function onlyValue(body: NodeAt, result: ChainDraft, walk: Walk): void {
  const { tree } = walk;
  const parts = tree.children(tree.childOfType(body, "statements"));
  if (parts.length === 1) {
    expect(parts[0] ?? NO_NODE, result, walk);
  }
}

/** `let a = x, b: Store`; a pattern of more than one name is taken apart; the values of its parts are unknown. */
const property: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(modifiersOf(node, walk));
  const isLocal = facts.enclosing !== facts.enclosingClass;
  const parts = tree.children(node);
  for (const [at, pattern] of parts.entries()) {
    walk.visit(tree.type(pattern) === "attribute" ? pattern : NO_NODE);
    if (tree.fieldOf(pattern) !== "name") {
      continue;
    }
    const end = parts.findIndex((part, index) => index > at && tree.fieldOf(part) === "name");
    const own = parts.slice(at + 1, end < 0 ? undefined : end);
    if (isLocal) {
      const value = valueOfPattern(own, walk);
      bindPattern(pattern, value, walk);
    } else {
      defineProperty(node, pattern, own, walk);
    }
  }
};

/** What the type or the first value among these is; all are visited. */
function valueOfPattern(parts: readonly NodeAt[], walk: Walk): ChainDraft {
  const { tree } = walk;
  const annotation = parts.find((part) => tree.type(part) === "type_annotation");
  const declared = annotation === undefined ? null : declaredIn(annotation, walk);
  let value: ChainDraft = null;
  for (const part of parts) {
    if (part === annotation) {
      continue;
    }
    expect(part, declared, walk);
    if (tree.type(part) === "computed_property") {
      onlyValue(part, declared, walk);
      returning(declared, walk, () => walk.facts.within({ kind: "function" }, () => walk.visitChildren(part)));
    } else {
      value = walk.value(part);
    }
  }
  return annotation === undefined ? value : declared;
}

function defineProperty(node: NodeAt, pattern: NodeAt, own: readonly NodeAt[], walk: Walk): void {
  const { tree, facts } = walk;
  const names = namesIn(pattern, walk);
  const kind = facts.enclosing === FILE ? "variable" : "field";
  const isOnly = names.length === 1;
  const defined = names.map((name) => facts.define({ ...draftOf(node, walk, name), kind }));
  const isAbstract = tree.type(node) === "protocol_property_declaration";
  const annotation = own.find((part) => tree.type(part) === "type_annotation") ?? NO_NODE;
  for (const [index, at] of defined.entries()) {
    let value: ChainDraft = null;
    facts.within({ kind: "block", definition: at }, () => {
      value = index === 0 ? valueOfPattern(own, walk) : null;
      facts.amend(at, { ...(isOnly ? { type: value } : {}), flags: isAbstract ? ABSTRACT : 0 });
    });
    addFunctionTypeParameters(annotation, at, walk);
    if (isOnly && annotation !== NO_NODE && isStored(node, own, walk)) {
      addParameter(`:${nameOf(names[0] ?? pattern, walk)}`, { node: annotation, type: value }, facts.enclosing, walk);
    }
  }
}

/** Whether a struct's own initialiser takes it. */
function isStored(node: NodeAt, own: readonly NodeAt[], { tree }: Walk): boolean {
  const enclosing = tree.parent(tree.parent(node));
  const isComputed = own.some((part) => tree.type(part) === "computed_property");
  return !isComputed && enclosing !== NO_NODE && tree.childOfType(enclosing, "struct") !== NO_NODE;
}

/** The names that a pattern binds. */
function namesIn(pattern: NodeAt, walk: Walk): NodeAt[] {
  const { tree } = walk;
  const found: NodeAt[] = [];
  for (let node = pattern + 1; node < tree.after(pattern); node += 1) {
    if (tree.type(node) === "simple_identifier" && tree.type(tree.parent(node)) === "pattern") {
      found.push(node);
    }
  }
  return found;
}

function bindPattern(pattern: NodeAt, value: ChainDraft, walk: Walk): void {
  const names = namesIn(pattern, walk);
  for (const name of names) {
    walk.facts.local(nameOf(name, walk), names.length === 1 ? value : null);
  }
}

/**
 * `of`: the parameter that the closure is passed for, whose function type it gets; `one`: the value of its only parameter, if
 * known. Returns a function whose result is the closure's only expression.
 */
export function closure(node: NodeAt, of: ChainDraft, one: ChainDraft, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  return facts.within({ kind: "function" }, () => {
    for (const part of tree.children(node)) {
      walk.visit(/^(?:attribute|capture_list)$/.test(tree.type(part)) ? part : NO_NODE);
    }
    const type = tree.childOfType(node, "lambda_function_type");
    const parameters = tree.children(tree.childOfType(type, "lambda_function_type_parameters"));
    if (parameters.length === 0) {
      facts.local("$0", one ?? stepped(of, ".0"));
      facts.local("$1", stepped(of, ".1"));
    }
    for (const [at, parameter] of parameters.entries()) {
      const [name = NO_NODE] = tree.fields(parameter, "name");
      const only = parameters.length === 1 ? one : null;
      facts.local(nameOf(name, walk), declaredIn(parameter, walk) ?? only ?? stepped(of, `.${at}`));
    }
    thrownIn(type, walk);
    const declared = declaredIn(type, walk);
    const expected = declared ?? stepped(of, CALL);
    return returning(expected, walk, () => {
      onlyValue(node, expected, walk);
      const values = tree.children(tree.childOfType(node, "statements")).map((part) => walk.value(part));
      return declared ?? (values.length === 1 ? (values[0] ?? null) : null);
    });
  });
}

const closureValue: Reading = (node, walk) => stepped(closure(node, expectedAt(node, walk), null, walk), RESULT_STEP);

export const swiftClosures: Readonly<Record<string, Reading>> = { lambda_literal: closureValue };

export const swiftFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(functionDeclaration, "function_declaration", "protocol_function_declaration"),
  ...forTypes(functionDeclaration, "subscript_declaration", "deinit_declaration"),
  getter_specifier: thrownIn,
  ...forTypes(property, "property_declaration", "protocol_property_declaration"),
  capture_list_item: (node, walk) => walk.visit(walk.tree.field(node, "value")),
};
