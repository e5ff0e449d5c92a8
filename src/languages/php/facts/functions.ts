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

export function parametersIn(node: NodeAt, { tree }: Walk): NodeAt[] {
  const list = tree.field(node, "parameters");
  return tree.children(list).filter((part) => tree.type(part).endsWith("_parameter"));
}

/** Of a return type or a field's type. */
export const typesOf = (value: TypeParts): Pick<DefinitionDraft, "type" | "types"> =>
  value.filter(mayHaveMembers).length > 1 ? { types: value } : { type: single(value) };

/** `firstValue`: of the first parameter, where it has no declared type. */
function bindParameters(node: NodeAt, comment: string, firstValue: ChainDraft, walk: Walk): void {
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
    const documented = typeInTag(comment, "param", name, walk) ?? typeInTag(own, "var", null, walk);
    const value = declaredOr(valueOfType(type, walk), documented);
    walk.visit(tree.field(one, "default_value"));
    if (draft !== null && draft.name !== "") {
      const at = facts.define({
        ...draft,
        ...typesOf(value),
        flags: draft.flags | PROMOTED,
        parent: facts.enclosingClass,
        binds: false,
      });
      const hooks = tree.childOfType(one, "property_hook_list");
      facts.within({ kind: "block", definition: at }, () => walk.visit(hooks));
    }
    const holds = place === 0 && type === NO_NODE && documented === null ? firstValue : single(value);
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
  const read = (): void => {
    bindParameters(node, comment, null, walk);
    const documented = typeInTag(comment, "return", null, walk) ?? inherited(node, draft.name, comment, walk);
    const value = declaredOr(valueOfType(tree.field(node, "return_type"), walk), documented);
    facts.amend(at, typesOf(value));
    walk.visit(tree.field(node, "body"));
    const { returned, yielded } = here(walk);
    if (yielded.length === 0) {
      returned.forEach(facts.returns);
    } else if (single(value) === null) {
      facts.amend(at, { type: stepped(yielded[0] ?? null, "*") ?? NOTHING });
    }
  };
  inFunction(walk, () => withTemplates(walk, comment, read), { definition: at });
};

/** `@inheritDoc`: its result is that of the overridden method. */
function inherited(node: NodeAt, name: string, comment: string, { facts, tree }: Walk): TypeParts | null {
  const of = facts.enclosingClass;
  const saysLittle = /^\??(?:array|iterable|object|mixed)?$/i.test(tree.text(tree.field(node, "return_type")));
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
  definition: DefinitionAt = walk.facts.enclosing,
): void {
  const { tree } = walk;
  const names = tree
    .children(tree.childOfType(node, "anonymous_function_use_clause"))
    .map((part) => variableName(tree.type(part) === "by_ref" ? (tree.children(part)[0] ?? NO_NODE) : part, walk));
  const value = names.filter((name) => name !== "").map((name) => [name, variable(name, walk)] as const);
  const read = (): void => {
    walk.visit(tree.field(node, "attributes"));
    for (const [name, holds] of value) {
      bindVariable(name, holds, walk);
    }
    bindParameters(node, "", firstValue, walk);
    valueOfType(tree.field(node, "return_type"), walk);
    walk.visit(tree.field(node, "body"));
  };
  inFunction(walk, read, { isArrow: tree.type(node) === "arrow_function", definition });
}

const closureValue: Reading = (node, walk) => {
  closure(node, null, walk);
  return null;
};

const returned: Visitor = (node, walk) => {
  const [value = NO_NODE] = walk.tree.children(node);
  here(walk).returned.push(value === NO_NODE ? NOTHING : walk.value(value));
};

/** `yield $key => $value`; of `yield from` what is gone through. */
const yielded: Reading = (node, walk) => {
  const { tree } = walk;
  const [element = NO_NODE] = tree.children(node);
  const isPair = tree.type(element) === "array_element_initializer";
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
