// What Ruby declares: modules and classes, open to all files, methods, constants, attributes.
import { type DefinitionAt, DOCUMENTED, EXPORTED, FILE, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import type { DefinitionDraft, FactsBuilder } from "../facts-builder.ts";
import type { Visitor, Walk } from "../read-facts.ts";
import { type ChainDraft, rooted } from "../scopes.ts";
import { constant } from "./constants.ts";

type Named = Pick<DefinitionDraft, "name" | "nameLine" | "startLine" | "endLine"> & { flags: number };

export function draftOf(name: NodeAt, node: NodeAt, walk: Walk): Named {
  const { tree } = walk;
  const startLine = walk.line(node);
  return {
    name: tree.text(name),
    nameLine: walk.line(name),
    startLine,
    endLine: walk.endLine(node),
    flags: EXPORTED | (isDocumented(node, startLine, walk) ? DOCUMENTED : 0),
  };
}

function isDocumented(node: NodeAt, startLine: number, walk: Walk): boolean {
  const { tree } = walk;
  const around = tree.parent(node);
  for (let one = tree.firstChild(around); one !== NO_NODE && one < node; one = tree.nextSibling(one)) {
    if (tree.type(one) === "comment" && walk.endLine(one) === startLine - 1) {
      return true;
    }
  }
  return false;
}

/** `class A::B`: B, under A, which another line defines. */
export const typeDeclaration =
  (kind: "class" | "module"): Visitor =>
  (node, walk) => {
    const { tree, facts } = walk;
    const written = tree.field(node, "name");
    const isScoped = tree.type(written) === "scope_resolution";
    const name = isScoped ? tree.field(written, "name") : written;
    const qualifier = isScoped ? tree.text(tree.field(written, "scope")).replaceAll("::", ".") : "";
    if (isScoped) {
      walk.value(tree.field(written, "scope"));
    }
    const superclass = tree.children(tree.field(node, "superclass"))[0] ?? NO_NODE;
    const of = superclass === NO_NODE ? null : constant(superclass, walk, "extend");
    const at = facts.define({
      ...draftOf(name, node, walk),
      kind,
      ...(qualifier === "" ? {} : { qualifier, binds: false }),
    });
    addSupers(at, of === null ? [] : [of], facts);
    facts.within({ kind: "class", definition: at }, () => walk.visit(tree.field(node, "body")));
  };

const supersOf = new WeakMap<FactsBuilder, Map<DefinitionAt, ChainDraft[]>>();

/** Looked up before what is known already: the module included last comes first, the superclass last. */
function addSupers(at: DefinitionAt, given: readonly ChainDraft[], facts: FactsBuilder): void {
  const known = supersOf.get(facts) ?? new Map<DefinitionAt, ChainDraft[]>();
  supersOf.set(facts, known);
  const all = [...given, ...(known.get(at) ?? [])];
  known.set(at, all);
  facts.amend(at, { supers: all });
}

/** `include A, B` */
export function mixIn(given: readonly ChainDraft[], facts: FactsBuilder): void {
  if (facts.enclosingClass !== FILE) {
    addSupers(facts.enclosingClass, given, facts);
  }
}

export const method: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const isSingleton = tree.type(node) === "singleton_method" || isInSingleton(node, walk);
  const owner = facts.enclosingClass;
  const draft = draftOf(tree.field(node, "name"), node, walk);
  const parameters = tree.children(tree.field(node, "parameters"));
  const at = facts.define({
    ...draft,
    kind: owner === FILE || facts.definition(facts.enclosing)?.kind === "method" ? "function" : "method",
    flags: draft.flags | (isSingleton ? STATIC : 0) | (draft.name.startsWith("_") ? PRIVATE : 0),
    parameters: parameters.length,
  });
  facts.within({ kind: "function", definition: at }, () => {
    bindParameters(parameters, [], walk);
    facts.amend(at, { type: walk.value(tree.field(node, "body")) });
  });
};

function isInSingleton(node: NodeAt, { tree }: Walk): boolean {
  const around = tree.parent(tree.parent(node));
  return around !== NO_NODE && tree.type(around) === "singleton_class";
}

/** `given`: what the first ones hold. */
export function bindParameters(parameters: readonly NodeAt[], given: readonly ChainDraft[], walk: Walk): void {
  const { tree, facts } = walk;
  for (const [at, one] of parameters.entries()) {
    const name = tree.type(one) === "identifier" ? one : tree.field(one, "name");
    const value = tree.field(one, "value");
    const held = value === NO_NODE ? null : walk.value(value);
    if (name !== NO_NODE) {
      facts.local(tree.text(name), given[at] ?? held);
    } else if (tree.type(one) === "destructured_parameter") {
      bindParameters(tree.children(one), [], walk);
    }
  }
}

/** `attr_reader :orders`: a method that gives what the instance variable holds. */
export function attributes(names: readonly NodeAt[], walk: Walk): void {
  const { tree, facts } = walk;
  const owner = facts.enclosingClass;
  for (const symbol of names) {
    const name = tree.text(symbol).replace(/^:/, "");
    if (owner !== FILE && tree.type(symbol) === "simple_symbol") {
      const draft = draftOf(symbol, symbol, walk);
      facts.define({
        ...draft,
        name,
        kind: "field",
        type: rooted(`self@${owner}.@${name}`),
        parent: owner,
        binds: false,
      });
    }
  }
}

/** A test's title, or a task's name, as the outline has it. */
export function titled(node: NodeAt, title: string, line: number, walk: Walk, inside: () => void): void {
  const { facts } = walk;
  const at = facts.define({
    name: title,
    kind: "test",
    nameLine: line,
    startLine: walk.line(node),
    endLine: walk.endLine(node),
    flags: TEST,
    binds: false,
  });
  facts.within({ kind: "block", definition: at }, inside);
}
