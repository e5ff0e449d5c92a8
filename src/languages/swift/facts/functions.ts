// Swift's functions, initialisers, subscripts, closures and properties: their parameters, types and results.

import { type ChainDraft, RESULT_STEP, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { CALL, COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { ABSTRACT, FILE, MACRO, OVERRIDES } from "../../../vocabulary/facts.ts";
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
  const parameters: Parameter[] = [];
  let value: ChainDraft = null;
  for (const part of walk.children(node)) {
    if (walk.type(part) === "parameter") {
      const [name = NO_NODE] = walk.fields(part, "name");
      const isMany = walk.childOfType(part, "...") !== NO_NODE;
      walk.visit(walk.childOfType(part, "parameter_modifiers"));
      value = declaredIn(part, walk);
      walk.local(nameOf(name, walk), isMany ? stepped(value, COLLECTION) : value);
      parameters.push({ node: part, type: value });
    } else if (walk.type(part) === "attribute") {
      walk.visit(part);
    } else if (walk.fieldOf(part) === "default_value") {
      expect(part, value, walk);
      walk.visit(part);
    }
  }
  return parameters;
}

const functionDeclaration: Visitor = (node, walk) => {
  const isKeyword = /^(?:init|subscript|deinit)/.test(walk.type(node));
  const result = walk.fields(node, "name").find((part, at) => (at > 0 || isKeyword) && isType(part, walk)) ?? NO_NODE;
  walk.visit(modifiersOf(node, walk));
  const enclosing = walk.enclosing();
  const isMember = enclosing !== FILE && enclosing === walk.enclosingClass();
  const draft = draftOf(node, walk);
  const { name } = draft;
  const at = walk.define({
    ...draft,
    parameters: walk.children(node).filter((part) => walk.type(part) === "parameter").length,
    flags:
      draft.flags |
      (walk.type(node) === "protocol_function_declaration" ? ABSTRACT : 0) |
      (/\boverride\b/.test(walk.text(modifiersOf(node, walk))) ? OVERRIDES : 0),
    binds: draft.binds !== false && !isKeyword && name !== "init",
  });
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    const parameters = bindParameters(node, walk);
    thrownIn(node, walk);
    if (!/^\W/.test(name)) {
      // A type is called as its initialiser is.
      addParameters(parameters, name === "init" && isMember ? enclosing : at, walk);
    }
    const given =
      name === "init" && isMember ? stepped(rooted(definitionChain(enclosing)), INSTANCE) : walk.value(result);
    walk.amend(at, { type: given });
    const bodies = walk.children(node).filter((part) => /^(?:function_body|computed_property)$/.test(walk.type(part)));
    returning(given, walk, () => {
      for (const body of bodies) {
        onlyValue(body, given, walk);
        walk.visitChildren(body);
      }
    });
  });
};

const macroDeclaration: Visitor = (node, walk) => {
  walk.visit(modifiersOf(node, walk));
  const draft = draftOf(node, walk);
  const at = walk.define({ ...draft, flags: draft.flags | MACRO });
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    bindParameters(node, walk);
    const others = walk.children(node).filter((part) => isType(part, walk) || walk.type(part) === "macro_definition");
    others.forEach(walk.visit);
  });
};

/** A body of one expression returns it. */
function onlyValue(body: NodeAt, result: ChainDraft, walk: Walk): void {
  const parts = walk.children(walk.childOfType(body, "statements"));
  if (parts.length === 1) {
    expect(parts[0] ?? NO_NODE, result, walk);
  }
}

/** `let a = x, b: Store`; a pattern of more than one name is taken apart; the values of its parts are unknown. */
const property: Visitor = (node, walk) => {
  walk.visit(modifiersOf(node, walk));
  const isLocal = walk.enclosing() !== walk.enclosingClass();
  const parts = walk.children(node);
  for (const [at, pattern] of parts.entries()) {
    walk.visit(walk.type(pattern) === "attribute" ? pattern : NO_NODE);
    if (walk.fieldOf(pattern) !== "name") {
      continue;
    }
    const end = parts.findIndex((part, index) => index > at && walk.fieldOf(part) === "name");
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
  const annotation = parts.find((part) => walk.type(part) === "type_annotation");
  const declared = annotation === undefined ? null : declaredIn(annotation, walk);
  let value: ChainDraft = null;
  for (const part of parts) {
    if (part === annotation) {
      continue;
    }
    expect(part, declared, walk);
    if (walk.type(part) === "computed_property") {
      onlyValue(part, declared, walk);
      returning(declared, walk, () => walk.within({ kind: "function" }, () => walk.visitChildren(part)));
    } else {
      value = walk.value(part);
    }
  }
  return annotation === undefined ? value : declared;
}

function defineProperty(node: NodeAt, pattern: NodeAt, own: readonly NodeAt[], walk: Walk): void {
  const names = namesIn(pattern, walk);
  const kind = walk.enclosing() === FILE ? "variable" : "field";
  const isOnly = names.length === 1;
  const defined = names.map((name) => walk.define({ ...draftOf(node, walk, name), kind }));
  const isAbstract = walk.type(node) === "protocol_property_declaration";
  const annotation = own.find((part) => walk.type(part) === "type_annotation") ?? NO_NODE;
  for (const [index, at] of defined.entries()) {
    let value: ChainDraft = null;
    walk.within({ kind: "block", definition: at }, () => {
      value = index === 0 ? valueOfPattern(own, walk) : null;
      walk.amend(at, { ...(isOnly ? { type: value } : {}), flags: isAbstract ? ABSTRACT : 0 });
    });
    addFunctionTypeParameters(annotation, at, walk);
    if (isOnly && annotation !== NO_NODE && isStored(node, own, walk)) {
      addParameter(`:${nameOf(names[0] ?? pattern, walk)}`, { node: annotation, type: value }, walk.enclosing(), walk);
    }
  }
}

/** Whether a struct's own initialiser takes it. */
function isStored(node: NodeAt, own: readonly NodeAt[], walk: Walk): boolean {
  const enclosing = walk.parent(walk.parent(node));
  const isComputed = own.some((part) => walk.type(part) === "computed_property");
  return !isComputed && enclosing !== NO_NODE && walk.childOfType(enclosing, "struct") !== NO_NODE;
}

/** The names that a pattern binds. */
function namesIn(pattern: NodeAt, walk: Walk): NodeAt[] {
  const found: NodeAt[] = [];
  for (let node = pattern + 1; node < walk.after(pattern); node += 1) {
    if (walk.type(node) === "simple_identifier" && walk.type(walk.parent(node)) === "pattern") {
      found.push(node);
    }
  }
  return found;
}

function bindPattern(pattern: NodeAt, value: ChainDraft, walk: Walk): void {
  const names = namesIn(pattern, walk);
  for (const name of names) {
    walk.local(nameOf(name, walk), names.length === 1 ? value : null);
  }
}

/**
 * `of`: the parameter that the closure is passed for, whose function type it gets; `one`: the value of its only parameter, if
 * known. Returns a function whose result is the closure's only expression.
 */
export const closure = (node: NodeAt, of: ChainDraft, one: ChainDraft, walk: Walk): ChainDraft =>
  walk.within({ kind: "function" }, () => {
    for (const part of walk.children(node)) {
      walk.visit(/^(?:attribute|capture_list)$/.test(walk.type(part)) ? part : NO_NODE);
    }
    const type = walk.childOfType(node, "lambda_function_type");
    const parameters = walk.children(walk.childOfType(type, "lambda_function_type_parameters"));
    if (parameters.length === 0) {
      walk.local("$0", one ?? stepped(of, ".0"));
      walk.local("$1", stepped(of, ".1"));
    }
    for (const [at, parameter] of parameters.entries()) {
      const [name = NO_NODE] = walk.fields(parameter, "name");
      const only = parameters.length === 1 ? one : null;
      walk.local(nameOf(name, walk), declaredIn(parameter, walk) ?? only ?? stepped(of, `.${at}`));
    }
    thrownIn(type, walk);
    const declared = declaredIn(type, walk);
    const expected = declared ?? stepped(of, CALL);
    return returning(expected, walk, () => {
      onlyValue(node, expected, walk);
      const values = walk.children(walk.childOfType(node, "statements")).map((part) => walk.value(part));
      return declared ?? (values.length === 1 ? (values[0] ?? null) : null);
    });
  });

const closureValue: Reading = (node, walk) => stepped(closure(node, expectedAt(node, walk), null, walk), RESULT_STEP);

export const swiftClosures: Readonly<Record<string, Reading>> = { lambda_literal: closureValue };

export const swiftFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(functionDeclaration, "function_declaration", "protocol_function_declaration"),
  ...forTypes(functionDeclaration, "init_declaration", "subscript_declaration", "deinit_declaration"),
  macro_declaration: macroDeclaration,
  ...forTypes(property, "property_declaration", "protocol_property_declaration"),
  capture_list_item: (node, walk) => walk.visit(walk.field(node, "value")),
};
