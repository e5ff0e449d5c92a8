// Python's functions and classes: their names, parameters, results and supertypes.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { docComments } from "../../../facts/doc-comments.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, DEPRECATED, type DefinitionAt, DOCUMENTED, FILE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { aliasName } from "../outline.ts";
import { type Annotation, annotatedClass, annotation } from "./annotations.ts";
import { defineFields, draftOf, type Parameter, parametersOf } from "./bindings.ts";
import { fixtureNamed } from "./fixtures.ts";
import { common, type Frame, frameAt, frameOf, inFrame, type Visitor, type Walk } from "./state.ts";
import { referred } from "./values.ts";

/** Names of decorators, of dotted ones the last. */
function decoratorsOf(node: NodeAt, walk: Walk): string[] {
  const enclosing = walk.parent(node);
  if (walk.type(enclosing) !== "decorated_definition") {
    return [];
  }
  return walk
    .children(enclosing)
    .filter((child) => walk.type(child) === "decorator")
    .map((child) => /^@\s*[\w.]*?(\w+)\s*(?:\(|$)/.exec(walk.text(child).slice(0, 100))?.[1] ?? "");
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

function docstringFlags(body: NodeAt, walk: Walk): number {
  const first = walk.children(body)[0] ?? NO_NODE;
  const text = walk.type(first) === "expression_statement" ? (walk.children(first)[0] ?? NO_NODE) : NO_NODE;
  if (walk.type(text) !== "string") {
    return 0;
  }
  return DOCUMENTED | (/\.\. deprecated::/.test(walk.text(text)) ? DEPRECATED : 0);
}

export const functionDefinition: Visitor = (node, walk) => {
  const draft = draftOf(node, walk);
  const enclosing = frameAt(walk);
  const nature = natureOf(draft.name, decoratorsOf(node, walk), enclosing.kind === "class");
  const returned = walk.field(node, "return_type");
  const typeParameters = walk.field(node, "type_parameters");
  const { declared, declaredResult } = withTypeParameters(typeParameters, walk, () => {
    readDefaults(typeParameters, walk);
    return {
      declared: parametersOf(walk.field(node, "parameters"), walk),
      declaredResult: returned === NO_NODE ? undefined : annotation(returned, walk),
    };
  });
  const isPassed = nature.isFixture || (nature.flags & TEST) !== 0;
  const parameters = declared.map((parameter, index) =>
    isPassed && (index > 0 || !nature.isMethod || nature.isStatic) ? fixtureFor(parameter, node, walk) : parameter,
  );
  const body = walk.field(node, "body");
  const isBound = nature.isMethod && !nature.isStatic;
  const at = walk.define({
    ...draft,
    ...(nature.isRead ? { kind: "field" } : {}),
    flags: draft.flags | nature.flags | docstringFlags(body, walk),
    parameters: Math.max(0, parameters.length - (isBound ? 1 : 0)),
  });
  const receiver = isBound && parameters[0] !== undefined ? { name: parameters[0].name, class: enclosing } : null;
  const frame = frameOf("function", at, { receiver });
  inFrame(walk, frame, () => {
    bindTypeParameters(typeParameters, walk);
    bindParameters(parameters, nature, enclosing.definition, walk);
    walk.visit(body);
  });
  walk.amend(at, resultOf(frame, declaredResult, nature));
};

/** A test's parameter is the fixture of its name, and has the value that this returns, unless it is annotated. */
function fixtureFor(parameter: Parameter, node: NodeAt, walk: Walk): Parameter {
  const { name, node: at, holds } = parameter;
  const decoration = decoratorsOf(node, walk).includes("parametrize") ? decorationOf(node, walk) : "";
  const isParametrized =
    new RegExp(`["'\\s,]${name}["'\\s,]`, "u").test(decoration) && !/\bindirect\s*=/.test(decoration);
  if (isParametrized || !IS_PASSED.has(walk.type(walk.parent(at)))) {
    return parameter;
  }
  const fixture = fixtureNamed(name, walk);
  walk.reference(at, "read", fixture);
  return holds === null ? { ...parameter, holds: stepped(fixture, "()") } : parameter;
}

/** Parameters that pytest passes: without a default, and by their name. */
const IS_PASSED: ReadonlySet<string> = new Set(["parameters", "typed_parameter"]);

/** What is between a definition's first decorator and itself. */
function decorationOf(node: NodeAt, walk: Walk): string {
  const enclosing = walk.parent(node);
  return walk.text(enclosing).slice(0, Math.max(0, walk.start(node) - walk.start(enclosing)));
}

function bindParameters(parameters: readonly Parameter[], nature: Nature, ofClass: DefinitionAt, walk: Walk): void {
  for (const [index, { name, holds }] of parameters.entries()) {
    const isReceiver = index === 0 && nature.isMethod && !nature.isStatic && ofClass !== FILE;
    const receiver = rooted((nature.isOfClass ? definitionChain : selfChain)(ofClass));
    walk.local(name, isReceiver ? receiver : holds);
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

/** Runs `inside` where the type parameters of a definition are seen. */
function withTypeParameters<Result>(list: NodeAt, walk: Walk, inside: () => Result): Result {
  if (list === NO_NODE) {
    return inside();
  }
  return walk.within({ kind: "block" }, () => {
    bindTypeParameters(list, walk);
    return inside();
  });
}

/** `[T: Bound]`: inside, `T` is what it is bound to. `list`: NO_NODE where there are none. */
function bindTypeParameters(list: NodeAt, walk: Walk): void {
  for (const type of walk.children(list)) {
    const inside = walk.children(type)[0] ?? NO_NODE;
    const [name = inside, bound] = /^(?:constrained|splat)_type$/.test(walk.type(inside)) ? walk.children(inside) : [];
    walk.local(walk.text(name), bound === undefined ? null : annotatedClass(bound, walk));
  }
}

/** `[T = Order]`: the grammar does not know defaults, so they stand between its nodes. */
function readDefaults(list: NodeAt, walk: Walk): void {
  const types = walk.children(list);
  for (const [index, type] of types.entries()) {
    const next = types[index + 1];
    const behind = walk.whole.slice(walk.end(type), next === undefined ? walk.end(list) - 1 : walk.start(next));
    const [, before = "", value = ""] = /^(\s*=\s*)(.*?)(?:\s*,)?\s*\**\s*$/su.exec(behind) ?? [];
    const start = walk.end(type) + before.length;
    if (value !== "") {
      walk.reread(start, start + value.length);
    }
  }
}

const ENUM = /(?:^|\.)(?:Int|Str|ReprEnum)?(?:Enum|Flag)$|(?:^|\.)(?:Text|Integer)?Choices$/;

export const classDefinition: Visitor = (node, walk) => {
  const draft = draftOf(node, walk);
  const bases = walk.children(walk.field(node, "superclasses"));
  const typeParameters = walk.field(node, "type_parameters");
  const supers = withTypeParameters(typeParameters, walk, () => {
    readDefaults(typeParameters, walk);
    return readBases(bases, walk);
  });
  const body = walk.field(node, "body");
  const isAbstract = bases.some((base) => /(?:^|[.=\s])ABC(?:Meta)?$/.test(walk.text(base)));
  const at = walk.define({
    ...draft,
    flags:
      draft.flags | docstringFlags(body, walk) | (isAbstract ? ABSTRACT : 0) | (/^Test/.test(draft.name) ? TEST : 0),
    supers,
  });
  const frame = frameOf("class", at, { isEnum: bases.some((base) => ENUM.test(walk.text(base))) });
  // Around the class: its methods see the type parameters, but not what is in its own scope.
  withTypeParameters(typeParameters, walk, () =>
    inFrame(walk, frame, () => {
      walk.visit(body);
      defineFields(frame, walk);
    }),
  );
};

function readBases(bases: readonly NodeAt[], walk: Walk): ChainDraft[] {
  const supers: ChainDraft[] = [];
  for (const base of bases) {
    if (walk.type(base) === "keyword_argument") {
      walk.visit(base);
    } else {
      supers.push(referred(base, walk, "extend"));
    }
  }
  return supers;
}

/** `type Name = X`: what is annotated with the name is an X. */
export const typeAlias: Visitor = (node, walk) => {
  const name = aliasName(walk, node);
  if (name === NO_NODE) {
    walk.visitChildren(node);
    return;
  }
  const parameters = walk.childOfType(walk.parent(name), "type_parameter");
  const types = withTypeParameters(parameters, walk, () => {
    readDefaults(parameters, walk);
    return annotation(walk.field(node, "right"), walk).all;
  });
  walk.define({ ...draftOf(node, walk, name), kind: "type", types });
};

/** Its comment documents the definition below. */
export const comment: Visitor = docComments(/^/);
