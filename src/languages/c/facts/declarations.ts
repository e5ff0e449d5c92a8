// What C and C++ declare besides functions and classes: variables, fields, types, namespaces, macros; and what files include.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPANDED, EXPORTED, FILE } from "../../../vocabulary/facts.ts";
import { bodied } from "./classes.ts";
import {
  BINDING,
  bindLocal,
  bindTemplate,
  type Declarator,
  draftOf,
  hasSpecifier,
  isInClass,
  isInFunction,
  readDeclarator,
} from "./declarators.ts";
import { accessOf, asMember, prototype, readParameters, referToLinked, variableType } from "./functions.ts";
import { referInDeclarator } from "./in-declarators.ts";
import type { Visitor, Walk } from "./state.ts";
import { templateParameters } from "./template-parameters.ts";
import { pathOf } from "./types.ts";
import { initializers, NAMED_TYPES } from "./values.ts";

export const declaration: Visitor = (node, walk) => {
  const type = walk.field(node, "type");
  const isAuto = walk.type(type) === "placeholder_type_specifier";
  const isInTemplate = walk.state.parameters.length > 0 && walk.field(type, "body") === NO_NODE;
  const readInTemplate = (): ChainDraft => {
    bindTemplate(walk, true);
    return walk.value(type);
  };
  const declarators = walk.fields(node, "declarator");
  const isMade = NAMED_TYPES.has(walk.type(type)) && declarators.some((one) => isMadeBy(one, walk));
  const value = isInTemplate
    ? walk.within({ kind: "block" }, readInTemplate)
    : isMade
      ? stepped(pathOf(type, walk, "new"), "^")
      : walk.value(type);
  if (declarators.length === 0 && walk.type(type) === "type_identifier" && isInClass(walk)) {
    embed(walk.text(type), walk);
  }
  for (const part of walk.children(node)) {
    if (/^(?:(?:type|alignas)_qualifier|bitfield_clause|attribute_\w+)$/.test(walk.type(part))) {
      walk.visit(part);
    }
  }
  for (const one of declarators) {
    const declared = readDeclarator(one, walk);
    referInDeclarator(one, walk);
    if (declared.isFunction) {
      prototype(node, value, declared, walk);
    } else {
      variable(node, one, declared, isAuto ? undefined : value, walk);
    }
  }
  walk.state.parameters = [];
};

/** Whether the variable is made with arguments: `Box box{1}`, `Box box(1)`. */
function isMadeBy(declarator: NodeAt, walk: Walk): boolean {
  const value = walk.field(declarator, "value");
  const between = walk.source.slice(walk.end(walk.field(declarator, "declarator")), walk.start(value));
  return /^(?:initializer|argument)_list$/.test(walk.type(value)) && !between.includes("=");
}

/** A macro alone in a class body contributes its fields to that class: it is recorded as a supertype. */
function embed(name: string, walk: Walk): void {
  const { embeds } = walk.state;
  const at = walk.enclosing();
  const known = [...(embeds.get(at) ?? []), walk.name(name)];
  embeds.set(at, known);
  walk.amend(at, { supers: known });
}

/** `declaredType`: undefined where the initial value determines it (`auto`). */
function variable(
  node: NodeAt,
  one: NodeAt,
  declared: Declarator,
  declaredType: ChainDraft | undefined,
  walk: Walk,
): void {
  const type = declaredType === undefined ? null : variableType(declaredType, declared);
  if (isInFunction(walk) && hasSpecifier(node, "extern", walk)) {
    referToLinked(declared.name, walk);
    return;
  }
  const isLocal = isInFunction(walk) || (!isInClass(walk) && isAstray(node, walk));
  const isBinding = walk.type(declared.name) === BINDING;
  const names = isBinding ? walk.children(declared.name) : [declared.name];
  const isDefined = !isLocal && declared.name !== NO_NODE;
  const [at = FILE] = isDefined ? names.map((name) => defineVariable(node, name, type, walk)) : [];
  const init = walk.field(one, "value");
  const value = init === NO_NODE ? walk.field(node, "default_value") : init;
  const read = (): ChainDraft =>
    walk.type(value) === "initializer_list" ? initializers(value, type, walk) : walk.value(value);
  const assigned =
    at === FILE
      ? read()
      : asMember(names[0] ?? NO_NODE, walk, () => walk.within({ kind: "block", definition: at }, read));
  if (declared.function !== NO_NODE) {
    readParameters(declared, walk);
  }
  if (declaredType === undefined && at !== FILE && !isBinding) {
    walk.amend(at, { type: assigned });
  }
  if (isLocal) {
    bindLocal(declared.name, declaredType === undefined ? assigned : type, walk);
  }
}

const STATEMENT = /^(?:if|for|while|do|switch|return|break|continue|goto)_statement$/;
const CONTROL_STATEMENT = /^(?:if|for|while|do|switch|case|compound)_statement$/;
const PASSED = /^(?:declaration|comment|;|#endif|\n|preproc_\w+)$/;
const SIBLINGS_MAX = 20;

/**
 * Whether it is in a statement, or statements follow, outside of all functions: what the grammar made nothing of is a
 * function's head.
 */
function isAstray(node: NodeAt, walk: Walk): boolean {
  if (CONTROL_STATEMENT.test(walk.type(walk.parent(node)))) {
    return true;
  }
  const follow = (one: NodeAt): NodeAt => {
    const next = walk.nextSibling(one);
    const enclosing = walk.parent(one);
    return next === NO_NODE && walk.type(enclosing).startsWith("preproc_") ? walk.nextSibling(enclosing) : next;
  };
  let next = follow(node);
  for (let left = SIBLINGS_MAX; left > 0 && PASSED.test(walk.type(next)); left--) {
    next = follow(next);
  }
  const [inner = NO_NODE] = walk.type(next) === "expression_statement" ? walk.children(next) : [];
  // A call of a name alone may be a macro.
  const isMethod = inner !== NO_NODE && walk.type(walk.field(inner, "function")) === "field_expression";
  return STATEMENT.test(walk.type(next)) || isMethod || /^(?:assignment|update)_expression$/.test(walk.type(inner));
}

function defineVariable(node: NodeAt, name: NodeAt, type: ChainDraft, walk: Walk): DefinitionAt {
  const draft = draftOf(name, node, walk);
  return walk.define({
    ...draft,
    kind: isInClass(walk) ? "field" : "variable",
    flags: draft.flags | accessOf(node, walk),
    type,
    // A field may be called as its type is: `enum kind kind;`.
    binds: draft.qualifier === undefined && !isInClass(walk),
  });
}

export const typeDefinition: Visitor = (node, walk) => {
  const type = walk.field(node, "type");
  const [first = NO_NODE, ...others] = walk.fields(node, "declarator").map((one) => readDeclarator(one, walk).name);
  const hasBody = walk.field(type, "body") !== NO_NODE;
  if (hasBody && first !== NO_NODE) {
    const at = bodied(type, first, node, walk);
    for (const other of others) {
      walk.define({ ...draftOf(other, node, walk), kind: "type", type: stepped(rooted(definitionChain(at)), "^") });
    }
    return;
  }
  const tag = walk.text(walk.field(type, "name"));
  const value = walk.value(type);
  for (const one of walk.fields(node, "declarator")) {
    const declared = readDeclarator(one, walk);
    referInDeclarator(one, walk);
    if (declared.name !== NO_NODE) {
      // `typedef struct store store;`: the name is the struct itself.
      const isItself = tag === walk.text(declared.name);
      const draft = draftOf(declared.name, node, walk);
      walk.define({
        ...draft,
        kind: "type",
        flags: draft.flags | EXPORTED,
        type: isItself ? null : variableType(value, declared),
      });
    }
    if (declared.function !== NO_NODE) {
      readParameters(declared, walk);
    }
  }
};

export const namespaceDefinition: Visitor = (node, walk) => {
  const name = walk.field(node, "name");
  const body = walk.field(node, "body");
  if (name === NO_NODE) {
    walk.visit(body);
    return;
  }
  const draft = draftOf(name, node, walk);
  const at = walk.define({ ...draft, kind: "module", flags: draft.flags | EXPORTED });
  walk.within({ kind: "class", definition: at }, () => walk.visit(body));
};

export const namespaceAlias: Visitor = (node, walk) => {
  const [, target = NO_NODE] = walk.children(node);
  walk.local(walk.text(walk.field(node, "name")), pathOf(target, walk, "read"));
};

export const usingDeclaration: Visitor = (node, walk) => {
  const end = walk.end(node) - 1;
  const names = walk.text(node).slice("using".length, -1).split(",");
  if (names.length === 1) {
    pathOf(walk.children(node).at(-1) ?? NO_NODE, walk, "import");
    return;
  }
  // `using a::b, c::d;` is one path with an error in it to the grammar.
  let start = walk.start(node) + "using".length;
  for (const name of names) {
    walk.reread(start, start + name.length, end);
    start += name.length + 1;
  }
};

export const aliasDeclaration: Visitor = (node, walk) => {
  const name = walk.field(node, "name");
  const at = isInFunction(walk) ? FILE : walk.define({ ...draftOf(name, node, walk), kind: "type" });
  const value = walk.within({ kind: "block" }, () => {
    bindTemplate(walk);
    return walk.value(walk.field(node, "type"));
  });
  if (at === FILE) {
    walk.local(walk.text(name), value);
  } else {
    walk.amend(at, { type: value, flags: accessOf(node, walk) });
  }
};

export const templateDeclaration: Visitor = (node, walk) => {
  const names = templateParameters(walk.field(node, "parameters"), walk);
  const state = walk.state;
  state.parameters = [...state.parameters, ...names];
  walk.visitChildren(node, "parameters");
  state.parameters = [];
};

export const concept: Visitor = (node, walk) => {
  const draft = draftOf(walk.field(node, "name"), node, walk);
  // What is wrong in its text is wrong where it is asked for.
  walk.define({ ...draft, kind: "interface", flags: draft.flags | EXPANDED });
  walk.within({ kind: "block" }, () => {
    bindTemplate(walk);
    walk.visitChildren(node, "name");
  });
};

export const include: Visitor = (node, walk) => {
  const written = walk.text(walk.field(node, "path")).trim();
  walk.import({ local: null, imported: "*", specifier: written.replace(/^"|"$/g, ""), line: walk.line(node) });
};
