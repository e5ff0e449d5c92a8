// PHP's functions, methods and closures: their parameters and results.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { superChain } from "../../../vocabulary/chain.ts";
import { EXPORTED, FILE, LOCAL } from "../../../vocabulary/facts.ts";
import { addReturned, addYielded, bindVariable, inFunction, returnedAndYielded, variable } from "./frames.ts";
import { commentAbove, draftOf, variableName } from "./modifiers.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { declaredOr, isThing, single, type TypeParts, templated, typeInTag, valueOfType } from "./types.ts";

export function parametersIn(node: NodeAt, { tree }: Walk): NodeAt[] {
  const list = tree.field(node, "parameters");
  return tree.children(list).filter((part) => tree.type(part).endsWith("_parameter"));
}

/** Of a return type or a field's type. */
export const typesOf = (value: TypeParts): Pick<DefinitionDraft, "type" | "types"> =>
  value.filter(isThing).length > 1 ? { types: value } : { type: single(value) };

/** `given`: the value of the first parameter, where it has no declared type. */
function bindParameters(node: NodeAt, comment: string, given: ChainDraft, walk: Walk): void {
  const { tree, facts } = walk;
  for (const [place, one] of parametersIn(node, walk).entries()) {
    const named = tree.field(one, "name");
    const name = variableName(named === NO_NODE ? tree.childOfType(one, "variable_name") : named, walk);
    const isPromoted = tree.type(one) === "property_promotion_parameter";
    const own = isPromoted ? commentAbove(one, walk) : "";
    const draft = isPromoted ? draftOf(one, walk, named) : null;
    if (draft === null) {
      walk.visit(tree.field(one, "attributes"));
    }
    const type = tree.field(one, "type");
    const told = typeInTag(comment, "param", name, walk) ?? typeInTag(own, "var", null, walk);
    const value = declaredOr(valueOfType(type, walk), told);
    walk.visit(tree.field(one, "default_value"));
    if (draft !== null && draft.name !== "") {
      facts.define({ ...draft, ...typesOf(value), parent: facts.enclosingClass, binds: false });
    }
    const holds = place === 0 && type === NO_NODE && told === null ? given : single(value);
    bindVariable(name, tree.type(one) === "variadic_parameter" ? stepped(holds, "*") : holds, walk);
  }
}

/** In a broken text, an indented function is in a class that was not recognised, and not visible outside. */
function isAstray(node: NodeAt, { tree, text }: Walk): boolean {
  const enclosing = tree.parent(node);
  const start = tree.start(node);
  const isFirst = (enclosing === 0 || tree.type(enclosing) === "ERROR") && /[ \t]/.test(text.charAt(start - 1));
  return isFirst && tree.childOfType(enclosing, "ERROR") !== NO_NODE;
}

const declaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const comment = commentAbove(node, walk);
  const draft = draftOf(node, walk);
  const parameters = parametersIn(node, walk).length;
  const isAside = draft.kind === "function" && isAstray(node, walk);
  const flags = isAside ? (draft.flags & ~EXPORTED) | LOCAL : draft.flags;
  const at = facts.define({ ...draft, flags, parameters, binds: draft.kind === "function" && !isAside });
  const read = (): void =>
    inFunction(
      false,
      () => {
        bindParameters(node, comment, null, walk);
        const told = typeInTag(comment, "return", null, walk) ?? inherited(node, draft.name, comment, walk);
        const value = declaredOr(valueOfType(tree.field(node, "return_type"), walk), told);
        facts.amend(at, typesOf(value));
        walk.visit(tree.field(node, "body"));
        sayWhatIsGiven(walk);
        const { yielded } = returnedAndYielded(walk);
        if (yielded.length > 0 && single(value) === null) {
          facts.amend(at, { type: stepped(yielded[0] ?? null, "*") ?? NOTHING });
        }
      },
      walk,
    );
  facts.within({ kind: "function", definition: at }, () => templated(comment, read, walk));
};

/** `@inheritDoc`: its result is that of the overridden method. */
function inherited(node: NodeAt, name: string, comment: string, { facts, tree }: Walk): TypeParts | null {
  const of = facts.enclosingClass;
  const saysLittle = /^\??(?:array|iterable|object|mixed)?$/i.test(tree.text(tree.field(node, "return_type")));
  return of !== FILE && saysLittle && /@inheritdoc\b/i.test(comment)
    ? [stepped(rooted(superChain(of)), `.${name}/()`)]
    : null;
}

function sayWhatIsGiven(walk: Walk): void {
  const { returned, yielded } = returnedAndYielded(walk);
  for (const of of yielded.length > 0 ? [] : returned) {
    walk.facts.returns(of);
  }
}

/** `given`: the value that is passed to its first parameter, if known. */
export function closure(node: NodeAt, given: ChainDraft, walk: Walk, definition?: number): void {
  const { tree, facts } = walk;
  const isArrow = tree.type(node) === "arrow_function";
  const used = tree.childOfType(node, "anonymous_function_use_clause");
  const names = tree
    .children(used)
    .map((part) => variableName(tree.type(part) === "by_ref" ? (tree.children(part)[0] ?? NO_NODE) : part, walk));
  const value = names.filter((name) => name !== "").map((name) => [name, variable(name, walk)] as const);
  facts.within({ kind: "function", ...(definition === undefined ? {} : { definition }) }, () =>
    inFunction(
      isArrow,
      () => {
        walk.visit(tree.field(node, "attributes"));
        for (const [name, holds] of value) {
          bindVariable(name, holds, walk);
        }
        bindParameters(node, "", given, walk);
        valueOfType(tree.field(node, "return_type"), walk);
        walk.visit(tree.field(node, "body"));
      },
      walk,
    ),
  );
}

const closureValue: Reading = (node, walk) => {
  closure(node, null, walk);
  return null;
};

const returned: Visitor = (node, walk) => {
  const [value = NO_NODE] = walk.tree.children(node);
  const of = value === NO_NODE ? NOTHING : walk.value(value);
  addReturned(of, walk);
};

/** `yield $key => $value`; of `yield from` what is gone through. */
const yielded: Reading = (node, walk) => {
  const { tree } = walk;
  const [given = NO_NODE] = tree.children(node);
  if (tree.type(given) !== "array_element_initializer") {
    addYielded(stepped(walk.value(given), "[]"), walk);
    return null;
  }
  const values = tree.children(given).map(walk.value);
  addYielded(values.at(-1) ?? null, walk);
  return null;
};

export const phpFunctions: Readonly<Record<string, Visitor>> = {
  function_definition: declaration,
  method_declaration: declaration,
  return_statement: returned,
};

export const phpClosures: Readonly<Record<string, Reading>> = {
  anonymous_function: closureValue,
  arrow_function: closureValue,
  yield_expression: yielded,
};
