// What Go declares: functions, methods, types, constants and variables, with their types.

import { type ChainDraft, NOTHING, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FILE, LINKED } from "../../../vocabulary/facts.ts";
import { draftOf } from "./comments.ts";
import { expectedOf, mayBeInterface, withResults } from "./conversions.ts";
import { defineFields, defineMethods } from "./members.ts";
import { defineParameters, defineResults, readParameters, resultsOf } from "./parameters.ts";
import { signatureText } from "./signature.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindReceived, bindTypeParameters } from "./type-parameters.ts";

export const functionDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(node, walk);
  const flags = draft.flags | (isForC(node, walk) ? LINKED : 0);
  const at = facts.define({ ...draft, flags, parameters: parameterCount(node, walk) });
  facts.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(tree.field(node, "type_parameters"), walk);
    facts.amend(at, { type: insideFunction(node, walk, at) });
  });
};

/** Characters above a function in which its directives stand. */
const DIRECTIVES_WITHIN = 300;

/** `//export Open`: C code calls it by its name. */
const isForC = (node: NodeAt, { tree, text }: Walk): boolean =>
  /^\/\/export [^\n]*\n(?:\/\/[^\n]*\n){0,9}$/mu.test(
    text.slice(Math.max(0, tree.start(node) - DIRECTIVES_WITHIN), tree.start(node)),
  );

/** A method is under the type of its receiver, be that in this file or in another of the package. */
export const methodDeclaration: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const receiver = tree.children(tree.field(node, "receiver"))[0] ?? NO_NODE;
  const { qualifier: type = "", ...draft } = draftOf(node, walk);
  const given = parametersOf(tree.field(receiver, "type"), walk);
  const parent = facts.child(FILE, type);
  const at = facts.define({
    ...draft,
    parameters: parameterCount(node, walk),
    signature: signatureText(node, tree, given),
    parent,
    binds: false,
    ...(parent === FILE && type !== "" ? { qualifier: type } : {}),
  });
  facts.within({ kind: "function", definition: at }, () => {
    bindReceived(type, given, walk);
    const holds = walk.value(tree.field(receiver, "type"));
    facts.within({ kind: "block" }, () => {
      for (const name of tree.fields(receiver, "name").filter(tree.isNamed)) {
        facts.local(tree.text(name), holds);
      }
      facts.amend(at, { type: insideFunction(node, walk, at) });
    });
  });
};

/** The names that a receiver gives to the parameters of its type. */
function parametersOf(type: NodeAt, { tree }: Walk): string[] {
  let plain = type;
  while (tree.type(plain) === "pointer_type" || tree.type(plain) === "parenthesized_type") {
    plain = tree.children(plain)[0] ?? NO_NODE;
  }
  return tree.children(tree.field(plain, "type_arguments")).map(tree.text);
}

function parameterCount(node: NodeAt, { tree }: Walk): number {
  const list = tree.children(tree.field(node, "parameters"));
  return list.reduce((sum, one) => sum + Math.max(1, tree.fields(one, "name").filter(tree.isNamed).length), 0);
}

/**
 * Reads parameters and results, in the enclosing scope, then the body; returns the value of a call. `at`: the function, of which
 * parameters that may be interfaces become members.
 */
export function insideFunction(node: NodeAt, walk: Walk, at = FILE): ChainDraft {
  const { tree, facts } = walk;
  const [parameters, result] = [tree.field(node, "parameters"), tree.field(node, "result")];
  const isList = tree.type(result) === "parameter_list";
  const taken = readParameters(parameters, walk);
  const given = isList ? readParameters(result, walk) : [];
  defineParameters(taken, at, walk);
  defineResults(given, at, walk);
  const gives = isList ? (given[0]?.holds ?? null) : walk.value(result);
  const expected = isList
    ? given.flatMap(({ type, holds, places }) => Array<ChainDraft>(places).fill(expectedOf(type, holds, walk)))
    : [expectedOf(result, gives, walk)];
  facts.within({ kind: "block" }, () => {
    for (const { names, holds } of [...taken, ...given]) {
      for (const name of names) {
        facts.local(tree.text(name), holds);
      }
    }
    withResults(expected, walk, () => walk.visit(tree.field(node, "body")));
  });
  return gives;
}

/** Names of a type's own parameters. */
const typeParameters = (node: NodeAt, { tree }: Walk): string[] =>
  tree
    .children(tree.field(node, "type_parameters"))
    .flatMap((one) => tree.fields(one, "name").filter(tree.isNamed).map(tree.text));

/** Types are defined before anything of the file is read: methods may be above them. */
export const sourceFile: Visitor = (node, walk) => {
  const { tree } = walk;
  for (const declaration of tree.children(node)) {
    if (tree.type(declaration) === "comment") {
      walk.visit(declaration);
    } else if (tree.type(declaration) === "type_declaration") {
      for (const part of tree.children(declaration)) {
        if (tree.type(part) === "comment") {
          walk.visit(part);
        } else {
          defineType(part, walk);
        }
      }
    }
  }
  walk.visitChildren(node);
};

function defineType(node: NodeAt, walk: Walk): number {
  const { tree, facts } = walk;
  const declaration = tree.parent(node);
  // A declaration of one type starts at its keyword.
  const range = tree.childOfType(declaration, "(") === NO_NODE ? declaration : node;
  return facts.define(draftOf(node, walk, NO_NODE, walk.line(range)));
}

export const typeSpec: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const known = facts.enclosing === FILE ? facts.child(FILE, tree.text(tree.field(node, "name"))) : FILE;
  const at = known === FILE ? defineType(node, walk) : known;
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(tree.field(node, "type_parameters"), walk, at);
    const type = tree.field(node, "type");
    switch (tree.type(type)) {
      case "struct_type":
        facts.amend(at, { supers: defineFields(type, at, walk) });
        break;
      case "interface_type":
        facts.amend(at, { supers: defineMethods(type, at, walk, typeParameters(node, walk)) });
        break;
      default:
        facts.amend(at, aliased(node, walk.value(type), walk));
    }
  });
};

/** An alias has the methods of what it represents, as if it embedded that; a type defined by another one has not. */
function aliased(node: NodeAt, type: ChainDraft, walk: Walk): Partial<DefinitionDraft> {
  const { tree } = walk;
  const isOfName = tree.type(node) === "type_alias" && mayBeInterface(tree.field(node, "type"), walk);
  return { type, supers: isOfName ? [typeOfInstance(type)].filter((one) => one !== null) : [] };
}

/** Constants and variables: definitions at the top, locals in functions. `before`: of a constant that repeats the one above. */
export function declare(node: NodeAt, walk: Walk, before: ChainDraft = null): ChainDraft {
  const { tree, facts } = walk;
  const names = tree.fields(node, "name").filter(tree.isNamed);
  const type = tree.field(node, "type");
  const given = tree.children(tree.field(node, "value"));
  const isTop = facts.enclosing === FILE;
  const declared = walk.value(type);
  const values = given.map((value) => walk.value(value));
  const isRepeated = type === NO_NODE && given.length === 0;
  const results = resultsOf(values[0] ?? null, values.length === 1 ? names.length : 0);
  for (const [index, value] of type === NO_NODE ? [] : values.entries()) {
    facts.converts(value, expectedOf(type, declared, walk), walk.line(given[index] ?? node));
  }
  for (const [index, name] of names.entries()) {
    const inferred = (values.length === names.length ? values[index] : results[index]) ?? null;
    const holds = type === NO_NODE ? (isRepeated ? before : inferred) : declared;
    // `var _ Store = …` asserts something, and binds nothing.
    const binds = tree.text(name) !== "_";
    if (isTop) {
      const type = holds === NOTHING ? null : holds;
      facts.define({ ...draftOf(node, walk, name), kind: "variable", type, binds });
    } else if (binds) {
      facts.local(tree.text(name), holds);
    }
  }
  return isRepeated ? before : declared;
}

/** In `const ( A Color = iota; B )`, B is a Color, too. */
export const constants: Visitor = (node, walk) => {
  let before: ChainDraft = null;
  for (const one of walk.tree.children(node)) {
    if (walk.tree.type(one) === "const_spec") {
      before = declare(one, walk, before);
    } else {
      walk.visit(one);
    }
  }
};
