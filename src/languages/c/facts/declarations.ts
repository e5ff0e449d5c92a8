// What C and C++ declare besides functions and classes: variables, fields, types, namespaces, macros; and what files include.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPANDED, EXPORTED, FILE } from "../../../vocabulary/facts.ts";
import { bodied } from "./classes.ts";
import {
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
  const { tree, facts } = walk;
  const type = tree.field(node, "type");
  const isAuto = tree.type(type) === "placeholder_type_specifier";
  const isInTemplate = walk.state.parameters.length > 0 && tree.field(type, "body") === NO_NODE;
  const readInTemplate = (): ChainDraft => {
    bindTemplate(walk, true);
    return walk.value(type);
  };
  const declarators = tree.fields(node, "declarator");
  const isMade = NAMED_TYPES.has(tree.type(type)) && declarators.some((one) => isMadeBy(one, walk));
  const value = isInTemplate
    ? facts.within({ kind: "block" }, readInTemplate)
    : isMade
      ? stepped(pathOf(type, walk, "new"), "^")
      : walk.value(type);
  if (declarators.length === 0 && tree.type(type) === "type_identifier" && isInClass(walk)) {
    embed(tree.text(type), walk);
  }
  for (const part of tree.children(node)) {
    if (/^(?:(?:type|alignas)_qualifier|bitfield_clause|attribute_\w+)$/.test(tree.type(part))) {
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
function isMadeBy(declarator: NodeAt, { tree }: Walk): boolean {
  const value = tree.field(declarator, "value");
  const between = tree.source.slice(tree.end(tree.field(declarator, "declarator")), tree.start(value));
  return /^(?:initializer|argument)_list$/.test(tree.type(value)) && !between.includes("=");
}

/** A macro alone in a class body contributes its fields to that class: it is recorded as a supertype. */
function embed(name: string, { facts, state: { embeds } }: Walk): void {
  const at = facts.enclosing;
  const known = [...(embeds.get(at) ?? []), facts.name(name)];
  embeds.set(at, known);
  facts.amend(at, { supers: known });
}

/** `declaredType`: undefined where the initial value determines it (`auto`). */
function variable(
  node: NodeAt,
  one: NodeAt,
  declared: Declarator,
  declaredType: ChainDraft | undefined,
  walk: Walk,
): void {
  const { tree, facts } = walk;
  const type = declaredType === undefined ? null : variableType(declaredType, declared);
  if (isInFunction(walk) && hasSpecifier(node, "extern", walk)) {
    referToLinked(declared.name, walk);
    return;
  }
  const isLocal = isInFunction(walk) || (!isInClass(walk) && isAstray(node, walk));
  const at = isLocal || declared.name === NO_NODE ? FILE : defineVariable(node, declared, type, walk);
  const init = tree.field(one, "value");
  const value = init === NO_NODE ? tree.field(node, "default_value") : init;
  const read = (): ChainDraft =>
    tree.type(value) === "initializer_list" ? initializers(value, type, walk) : walk.value(value);
  const assigned =
    at === FILE ? read() : asMember(declared.name, walk, () => facts.within({ kind: "block", definition: at }, read));
  if (declared.function !== NO_NODE) {
    readParameters(declared, walk);
  }
  if (declaredType === undefined && at !== FILE) {
    facts.amend(at, { type: assigned });
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
function isAstray(node: NodeAt, { tree }: Walk): boolean {
  if (CONTROL_STATEMENT.test(tree.type(tree.parent(node)))) {
    return true;
  }
  const follow = (one: NodeAt): NodeAt => {
    const next = tree.nextSibling(one);
    const enclosing = tree.parent(one);
    return next === NO_NODE && tree.type(enclosing).startsWith("preproc_") ? tree.nextSibling(enclosing) : next;
  };
  let next = follow(node);
  for (let left = SIBLINGS_MAX; left > 0 && PASSED.test(tree.type(next)); left--) {
    next = follow(next);
  }
  const [inner = NO_NODE] = tree.type(next) === "expression_statement" ? tree.children(next) : [];
  // A call of a name alone may be a macro.
  const isMethod = inner !== NO_NODE && tree.type(tree.field(inner, "function")) === "field_expression";
  return STATEMENT.test(tree.type(next)) || isMethod || /^(?:assignment|update)_expression$/.test(tree.type(inner));
}

function defineVariable(node: NodeAt, declared: Declarator, type: ChainDraft, walk: Walk): DefinitionAt {
  const draft = draftOf(declared.name, node, walk);
  return walk.facts.define({
    ...draft,
    kind: isInClass(walk) ? "field" : "variable",
    flags: draft.flags | accessOf(node, walk),
    type,
    // A field may be called as its type is: `enum kind kind;`.
    binds: draft.qualifier === undefined && !isInClass(walk),
  });
}

export const typeDefinition: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const type = tree.field(node, "type");
  const [first = NO_NODE, ...others] = tree.fields(node, "declarator").map((one) => readDeclarator(one, walk).name);
  const hasBody = tree.field(type, "body") !== NO_NODE;
  if (hasBody && first !== NO_NODE) {
    const at = bodied(type, first, node, walk);
    for (const other of others) {
      facts.define({ ...draftOf(other, node, walk), kind: "type", type: stepped(rooted(definitionChain(at)), "^") });
    }
    return;
  }
  const tag = tree.text(tree.field(type, "name"));
  const value = walk.value(type);
  for (const one of tree.fields(node, "declarator")) {
    const declared = readDeclarator(one, walk);
    referInDeclarator(one, walk);
    if (declared.name !== NO_NODE) {
      // `typedef struct store store;`: the name is the struct itself.
      const isItself = tag === tree.text(declared.name);
      const draft = draftOf(declared.name, node, walk);
      facts.define({
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
  const { tree, facts } = walk;
  const name = tree.field(node, "name");
  const body = tree.field(node, "body");
  if (name === NO_NODE) {
    walk.visit(body);
    return;
  }
  const draft = draftOf(name, node, walk);
  const at = facts.define({ ...draft, kind: "module", flags: draft.flags | EXPORTED });
  facts.within({ kind: "class", definition: at }, () => walk.visit(body));
};

export const namespaceAlias: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const [, target = NO_NODE] = tree.children(node);
  facts.local(tree.text(tree.field(node, "name")), pathOf(target, walk, "read"));
};

export const usingDeclaration: Visitor = (node, walk) => {
  const { tree } = walk;
  const end = tree.end(node) - 1;
  const names = tree.text(node).slice("using".length, -1).split(",");
  if (names.length === 1) {
    pathOf(tree.children(node).at(-1) ?? NO_NODE, walk, "import");
    return;
  }
  // `using a::b, c::d;` is one path with an error in it to the grammar.
  let start = tree.start(node) + "using".length;
  for (const name of names) {
    walk.reread(start, start + name.length, end);
    start += name.length + 1;
  }
};

export const aliasDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const name = tree.field(node, "name");
  const at = isInFunction(walk) ? FILE : facts.define({ ...draftOf(name, node, walk), kind: "type" });
  const value = facts.within({ kind: "block" }, () => {
    bindTemplate(walk);
    return walk.value(tree.field(node, "type"));
  });
  if (at === FILE) {
    facts.local(tree.text(name), value);
  } else {
    facts.amend(at, { type: value, flags: accessOf(node, walk) });
  }
};

export const templateDeclaration: Visitor = (node, walk) => {
  const names = templateParameters(walk.tree.field(node, "parameters"), walk);
  const state = walk.state;
  state.parameters = [...state.parameters, ...names];
  walk.visitChildren(node, "parameters");
  state.parameters = [];
};

export const concept: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(tree.field(node, "name"), node, walk);
  // What is wrong in its text is wrong where it is asked for.
  facts.define({ ...draft, kind: "interface", flags: draft.flags | EXPANDED });
  facts.within({ kind: "block" }, () => {
    bindTemplate(walk);
    walk.visitChildren(node, "name");
  });
};

export const include: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const written = tree.text(tree.field(node, "path")).trim();
  facts.import({ local: null, imported: "*", specifier: written.replace(/^"|"$/g, ""), line: walk.line(node) });
};
