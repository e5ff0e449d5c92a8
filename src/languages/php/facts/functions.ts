// PHP's functions, methods and closures: their parameters and results.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes, last } from "../../../facts/common.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { superChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPORTED, FILE, LOCAL, PROMOTED } from "../../../vocabulary/facts.ts";
import { bindVariable, here, inFunction, variable } from "./frames.ts";
import { commentAbove, draftOf, variableName } from "./modifiers.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { declaredOr, mayHaveMembers, single, type TypeParts, typeInTag, valueOfType, withTemplates } from "./types.ts";

export function parametersIn(node: NodeAt, walk: Walk): NodeAt[] {
  const list = walk.field(node, "parameters");
  return walk.children(list).filter((part) => walk.type(part).endsWith("_parameter"));
}

/** Of a return type or a field's type. */
export const typesOf = (value: TypeParts): Pick<DefinitionDraft, "type" | "types"> =>
  value.filter(mayHaveMembers).length > 1 ? { types: value } : { type: single(value) };

/** `firstValue`: of the first parameter, where it has no declared type. */
function bindParameters(node: NodeAt, comment: string, firstValue: ChainDraft, walk: Walk): void {
  for (const [place, one] of parametersIn(node, walk).entries()) {
    const named = walk.field(one, "name");
    const name = variableName(named === NO_NODE ? walk.childOfType(one, "variable_name") : named, walk);
    const isPromoted = walk.type(one) === "property_promotion_parameter";
    const own = isPromoted ? commentAbove(one, walk) : "";
    const draft = isPromoted ? draftOf(one, walk, named) : null;
    if (draft === null) {
      walk.visit(walk.field(one, "attributes"));
    }
    const type = walk.field(one, "type");
    const documented = typeInTag(comment, "param", name, walk) ?? typeInTag(own, "var", null, walk);
    const value = declaredOr(valueOfType(type, walk), documented);
    walk.visit(walk.field(one, "default_value"));
    if (draft !== null && draft.name !== "") {
      const at = walk.define({
        ...draft,
        ...typesOf(value),
        flags: draft.flags | PROMOTED,
        parent: walk.enclosingClass(),
        binds: false,
      });
      const hooks = walk.childOfType(one, "property_hook_list");
      walk.within({ kind: "block", definition: at }, () => walk.visit(hooks));
    }
    const holds = place === 0 && type === NO_NODE && documented === null ? firstValue : single(value);
    bindVariable(name, walk.type(one) === "variadic_parameter" ? stepped(holds, "*") : holds, walk);
  }
}

/** In a broken text, an indented function is in a class that was not recognised, and not visible outside. */
function isAstray(node: NodeAt, walk: Walk): boolean {
  const enclosing = walk.parent(node);
  const start = walk.start(node);
  const isFirst = (enclosing === 0 || walk.type(enclosing) === "ERROR") && /[ \t]/.test(walk.whole.charAt(start - 1));
  return isFirst && walk.childOfType(enclosing, "ERROR") !== NO_NODE;
}

const declaration: Visitor = (node, walk) => {
  const comment = commentAbove(node, walk);
  const draft = draftOf(node, walk);
  const parameters = parametersIn(node, walk).length;
  const isAside = draft.kind === "function" && isAstray(node, walk);
  const flags = isAside ? (draft.flags & ~EXPORTED) | LOCAL : draft.flags;
  const at = walk.define({ ...draft, flags, parameters, binds: draft.kind === "function" && !isAside });
  const read = (): void => {
    bindParameters(node, comment, null, walk);
    const documented = typeInTag(comment, "return", null, walk) ?? inherited(node, draft.name, comment, walk);
    const value = declaredOr(valueOfType(walk.field(node, "return_type"), walk), documented);
    walk.amend(at, typesOf(value));
    walk.visit(walk.field(node, "body"));
    const { returned, yielded } = here(walk);
    if (yielded.length === 0) {
      returned.forEach(walk.returns);
    } else if (single(value) === null) {
      walk.amend(at, { type: stepped(yielded[0] ?? null, "*") ?? NOTHING });
    }
  };
  inFunction(walk, () => withTemplates(walk, comment, read), { definition: at });
};

/** `@inheritDoc`: its result is that of the overridden method. */
function inherited(node: NodeAt, name: string, comment: string, walk: Walk): TypeParts | null {
  const of = walk.enclosingClass();
  const saysLittle = /^\??(?:array|iterable|object|mixed)?$/i.test(walk.text(walk.field(node, "return_type")));
  return of !== FILE && saysLittle && /@inheritdoc\b/i.test(comment)
    ? [stepped(rooted(superChain(of)), `.${name}/()`)]
    : null;
}

export const CLOSURES: ReadonlySet<string> = new Set(["anonymous_function", "arrow_function"]);

/** `firstValue`: what is passed to its first parameter, if known. */
export function closure(
  node: NodeAt,
  firstValue: ChainDraft,
  walk: Walk,
  definition: DefinitionAt = walk.enclosing(),
): void {
  const names = walk
    .children(walk.childOfType(node, "anonymous_function_use_clause"))
    .map((part) => variableName(walk.type(part) === "by_ref" ? (walk.children(part)[0] ?? NO_NODE) : part, walk));
  const value = names.filter((name) => name !== "").map((name) => [name, variable(name, walk)] as const);
  const read = (): void => {
    walk.visit(walk.field(node, "attributes"));
    for (const [name, holds] of value) {
      bindVariable(name, holds, walk);
    }
    bindParameters(node, "", firstValue, walk);
    valueOfType(walk.field(node, "return_type"), walk);
    walk.visit(walk.field(node, "body"));
  };
  inFunction(walk, read, { isArrow: walk.type(node) === "arrow_function", definition });
}

const closureValue: Reading = (node, walk) => {
  closure(node, null, walk);
  return null;
};

const returned: Visitor = (node, walk) => {
  const [value = NO_NODE] = walk.children(node);
  here(walk).returned.push(value === NO_NODE ? NOTHING : walk.value(value));
};

/** `yield $key => $value`; of `yield from` what is gone through. */
const yielded: Reading = (node, walk) => {
  const [element = NO_NODE] = walk.children(node);
  const isPair = walk.type(element) === "array_element_initializer";
  const value = isPair ? last(element, walk) : stepped(walk.value(element), "[]");
  here(walk).yielded.push(value);
  return null;
};

export const phpFunctions: Readonly<Record<string, Visitor>> = {
  ...forTypes(declaration, "function_definition", "method_declaration"),
  return_statement: returned,
};

export const phpClosures: Readonly<Record<string, Reading>> = {
  ...forTypes(closureValue, ...CLOSURES),
  yield_expression: yielded,
};
