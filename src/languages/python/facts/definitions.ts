// Python's functions and classes: their names, parameters, results and supertypes.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { docComments } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, DEPRECATED, type DefinitionAt, DOCUMENTED, FILE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { type Annotation, annotatedClass, annotation } from "./annotations.ts";
import { defineFields, draftOf, type Parameter, parametersOf } from "./bindings.ts";
import { common, frameAt, inFrame } from "./frames.ts";
import { type Frame, frameOf, type Visitor, type Walk } from "./state.ts";
import { referred } from "./values.ts";

/** Names of decorators, of dotted ones the last. */
function decoratorsOf(node: NodeAt, { tree }: Walk): string[] {
  const enclosing = tree.parent(node);
  if (tree.type(enclosing) !== "decorated_definition") {
    return [];
  }
  return tree
    .children(enclosing)
    .filter((child) => tree.type(child) === "decorator")
    .map((child) => /^@\s*[\w.]*?(\w+)\s*(?:\(|$)/.exec(tree.text(child).slice(0, 100))?.[1] ?? "");
}

/** Methods that get the class although no decorator says so. */
const OF_CLASS = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

interface Nature {
  readonly isMethod: boolean;
  readonly isStatic: boolean;
  readonly isOfClass: boolean;
  /** A property: reading it returns what a call would. */
  readonly isRead: boolean;
  readonly isContext: boolean;
  /** A fixture: pytest calls it and passes its result to parameters of this name. */
  readonly isFixture: boolean;
  readonly flags: number;
}

function natureOf(name: string, decorators: readonly string[], isMethod: boolean): Nature {
  const has = (pattern: RegExp): boolean => decorators.some((decorator) => pattern.test(decorator));
  const isStatic = has(/^staticmethod$/);
  const isOfClass = has(/^classmethod$/) || OF_CLASS.has(name);
  return {
    isMethod,
    isStatic,
    isOfClass,
    isRead: isMethod && has(/property$|^(?:setter|getter|deleter)$/i),
    isContext: has(/^(?:async)?contextmanager$/),
    isFixture: has(/^fixture$/),
    flags:
      (isMethod && (isStatic || isOfClass) ? STATIC : 0) |
      (has(/^abstract/) ? ABSTRACT : 0) |
      (has(/deprecated/i) ? DEPRECATED : 0) |
      // As pytest and unittest choose in files of tests; in others `test()` is a function, and so it is to a search.
      (/^test/.test(name) ? TEST : 0),
  };
}

function docstringFlags(body: NodeAt, { tree }: Walk): number {
  const first = tree.children(body)[0] ?? NO_NODE;
  const text = tree.type(first) === "expression_statement" ? (tree.children(first)[0] ?? NO_NODE) : NO_NODE;
  if (tree.type(text) !== "string") {
    return 0;
  }
  return DOCUMENTED | (/\.\. deprecated::/.test(tree.text(text)) ? DEPRECATED : 0);
}

export const functionDefinition: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(node, walk);
  const enclosing = frameAt(walk);
  const nature = natureOf(draft.name, decoratorsOf(node, walk), enclosing.kind === "class");
  const declared = parametersOf(tree.field(node, "parameters"), walk);
  const isPassed = nature.isFixture || (nature.flags & TEST) !== 0;
  const parameters = isPassed ? declared.map((parameter) => fixtureFor(parameter, node, walk)) : declared;
  const returned = tree.field(node, "return_type");
  const declaredResult = returned === NO_NODE ? undefined : annotation(returned, walk);
  const body = tree.field(node, "body");
  const isBound = nature.isMethod && !nature.isStatic;
  const at = facts.define({
    ...draft,
    ...(nature.isRead ? { kind: "field" } : {}),
    flags: draft.flags | nature.flags | docstringFlags(body, walk),
    parameters: Math.max(0, parameters.length - (isBound ? 1 : 0)),
  });
  const receiver = isBound && parameters[0] !== undefined ? { name: parameters[0].name, class: enclosing } : null;
  const frame = frameOf("function", at, { receiver });
  inFrame(walk, frame, () => {
    bindTypeParameters(node, walk);
    bindParameters(parameters, nature, enclosing.definition, walk);
    walk.visit(body);
  });
  facts.amend(at, resultOf(frame, declaredResult, nature));
};

/**
 * A test's parameter without annotation has the value that the fixture of its name returns: one of this file, or of a
 * conftest.py.
 */
function fixtureFor(parameter: Parameter, node: NodeAt, walk: Walk): Parameter {
  const { name, holds } = parameter;
  const isParametrized =
    decoratorsOf(node, walk).includes("parametrize") &&
    new RegExp(`["'\\s,]${name}["'\\s,]`, "u").test(decorationOf(node, walk));
  return holds !== null || isParametrized ? parameter : { name, holds: stepped(rooted(name), "()") };
}

/** What is between a definition's first decorator and itself. */
function decorationOf(node: NodeAt, { tree }: Walk): string {
  const enclosing = tree.parent(node);
  return tree.text(enclosing).slice(0, Math.max(0, tree.start(node) - tree.start(enclosing)));
}

function bindParameters(
  parameters: readonly Parameter[],
  nature: Nature,
  ofClass: DefinitionAt,
  { facts }: Walk,
): void {
  for (const [index, { name, holds }] of parameters.entries()) {
    const isReceiver = index === 0 && nature.isMethod && !nature.isStatic && ofClass !== FILE;
    const receiver = rooted((nature.isOfClass ? definitionChain : selfChain)(ofClass));
    facts.local(name, isReceiver ? receiver : holds);
  }
}

/** The value of a call: as annotated; else that of the `return` statements, or a collection of what `yield` produces. */
function resultOf(
  { returned, yielded }: Frame,
  declared: Annotation | undefined,
  { isContext, isFixture }: Nature,
): Pick<DefinitionDraft, "type" | "types"> {
  const isEntered = isContext || (isFixture && yielded.length > 0);
  if (declared !== undefined) {
    const types = isEntered ? declared.all.map((one) => stepped(one, "[]")) : declared.all;
    return types.length > 1 ? { types } : { type: types[0] ?? null };
  }
  if (yielded.length > 0) {
    return { type: isEntered ? common(yielded) : stepped(common(yielded), "*") };
  }
  return { type: common(returned) };
}

/** `[T: Bound]`: inside, `T` is what it is bound to. */
function bindTypeParameters(node: NodeAt, walk: Walk): void {
  const { tree, facts } = walk;
  for (const type of tree.children(tree.field(node, "type_parameters"))) {
    const inside = tree.children(type)[0] ?? NO_NODE;
    const [name = inside, bound] = tree.type(inside) === "constrained_type" ? tree.children(inside) : [];
    facts.local(tree.text(name), bound === undefined ? null : annotatedClass(bound, walk));
  }
}

const ENUM = /(?:^|\.)(?:Int|Str|ReprEnum)?(?:Enum|Flag)$|(?:^|\.)(?:Text|Integer)?Choices$/;

export const classDefinition: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(node, walk);
  const bases = tree.children(tree.field(node, "superclasses"));
  const supers: ChainDraft[] = [];
  for (const base of bases) {
    if (tree.type(base) === "keyword_argument") {
      walk.visit(base);
    } else {
      supers.push(referred(base, walk, "extend"));
    }
  }
  const body = tree.field(node, "body");
  const isAbstract = bases.some((base) => /(?:^|[.=\s])ABC(?:Meta)?$/.test(tree.text(base)));
  const at = facts.define({
    ...draft,
    flags:
      draft.flags | docstringFlags(body, walk) | (isAbstract ? ABSTRACT : 0) | (/^Test/.test(draft.name) ? TEST : 0),
    supers,
  });
  const frame = frameOf("class", at, { isEnum: bases.some((base) => ENUM.test(tree.text(base))) });
  inFrame(walk, frame, () => {
    bindTypeParameters(node, walk);
    walk.visit(body);
    defineFields(frame, walk);
  });
};

/** `type Name = X`: what is annotated with the name is an X. */
export const typeAlias: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const [left = NO_NODE, right = NO_NODE] = tree.children(node);
  let name = left;
  while (tree.type(name) !== "identifier" && tree.children(name)[0] !== undefined) {
    name = tree.children(name)[0] ?? NO_NODE;
  }
  const draft = draftOf(node, walk, name);
  facts.define({ ...draft, kind: "type", types: annotation(right, walk).all });
};

/** Its comment documents the definition below. */
export const comment: Visitor = docComments(/^/);
