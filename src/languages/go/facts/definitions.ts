// What Go declares: functions, methods, types, constants and variables, with their types.

import { type ChainDraft, NOTHING, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { DefinitionDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FILE, LINKED } from "../../../vocabulary/facts.ts";
import { isAlias } from "../outline.ts";
import { draftOf } from "./comments.ts";
import { expectedOf, mayBeInterface, withResults } from "./conversions.ts";
import { defineFields, defineMethods } from "./members.ts";
import { defineParameters, defineResults, readParameters, resultsOf } from "./parameters.ts";
import { signatureText } from "./signature.ts";
import type { Visitor, Walk } from "./state.ts";
import { bindReceived, bindTypeParameters } from "./type-parameters.ts";

export const functionDeclaration: Visitor = (node, walk) => {
  const draft = draftOf(node, walk);
  const flags = draft.flags | (isForC(node, walk) ? LINKED : 0);
  const at = walk.define({ ...draft, flags, parameters: parameterCount(node, walk) });
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(walk.field(node, "type_parameters"), walk);
    walk.amend(at, { type: insideFunction(node, walk, at) });
  });
};

/** Characters above a function in which its directives stand. */
const DIRECTIVES_WITHIN = 300;

/** `//export Open`: C code calls it by its name. */
const isForC = (node: NodeAt, walk: Walk): boolean =>
  /^\/\/export [^\n]*\n(?:\/\/[^\n]*\n){0,9}$/mu.test(
    walk.whole.slice(Math.max(0, walk.start(node) - DIRECTIVES_WITHIN), walk.start(node)),
  );

/** A method is under the type of its receiver, be that in this file or in another of the package. */
export const methodDeclaration: Visitor = (node, walk) => {
  const receiver = walk.children(walk.field(node, "receiver"))[0] ?? NO_NODE;
  const { qualifier: type = "", ...draft } = draftOf(node, walk);
  const given = parametersOf(walk.field(receiver, "type"), walk);
  const parent = walk.child(FILE, type);
  const at = walk.define({
    ...draft,
    parameters: parameterCount(node, walk),
    signature: signatureText(node, walk, given),
    parent,
    binds: false,
    ...(parent === FILE && type !== "" ? { qualifier: type } : {}),
  });
  walk.within({ kind: "function", definition: at }, () => {
    bindReceived(type, given, walk);
    const holds = walk.value(walk.field(receiver, "type"));
    walk.within({ kind: "block" }, () => {
      for (const name of walk.fields(receiver, "name").filter(walk.isNamed)) {
        walk.local(walk.text(name), holds);
      }
      walk.amend(at, { type: insideFunction(node, walk, at) });
    });
  });
};

/** The names that a receiver gives to the parameters of its type. */
function parametersOf(type: NodeAt, walk: Walk): string[] {
  let plain = type;
  while (walk.type(plain) === "pointer_type" || walk.type(plain) === "parenthesized_type") {
    plain = walk.children(plain)[0] ?? NO_NODE;
  }
  return walk.children(walk.field(plain, "type_arguments")).map(walk.text);
}

function parameterCount(node: NodeAt, walk: Walk): number {
  const list = walk.children(walk.field(node, "parameters"));
  return list.reduce((sum, one) => sum + Math.max(1, walk.fields(one, "name").filter(walk.isNamed).length), 0);
}

/**
 * Reads parameters and results, in the enclosing scope, then the body; returns the value of a call. `at`: the function, of which
 * parameters that may be interfaces become members.
 */
export function insideFunction(node: NodeAt, walk: Walk, at = FILE): ChainDraft {
  const [parameters, result] = [walk.field(node, "parameters"), walk.field(node, "result")];
  const isList = walk.type(result) === "parameter_list";
  const taken = readParameters(parameters, walk);
  const given = isList ? readParameters(result, walk) : [];
  defineParameters(taken, at, walk);
  defineResults(given, at, walk);
  const gives = isList ? (given[0]?.holds ?? null) : walk.value(result);
  const expected = isList
    ? given.flatMap(({ type, holds, places }) => Array<ChainDraft>(places).fill(expectedOf(type, holds, walk)))
    : [expectedOf(result, gives, walk)];
  walk.within({ kind: "block" }, () => {
    for (const { names, holds } of [...taken, ...given]) {
      for (const name of names) {
        walk.local(walk.text(name), holds);
      }
    }
    withResults(expected, walk, () => walk.visit(walk.field(node, "body")));
  });
  return gives;
}

/** Names of a type's own parameters. */
const typeParameters = (node: NodeAt, walk: Walk): string[] =>
  walk
    .children(walk.field(node, "type_parameters"))
    .flatMap((one) => walk.fields(one, "name").filter(walk.isNamed).map(walk.text));

/** Types are defined before anything of the file is read: methods may be above them. */
export const sourceFile: Visitor = (node, walk) => {
  for (const declaration of walk.children(node)) {
    if (walk.type(declaration) === "comment") {
      walk.visit(declaration);
    } else if (walk.type(declaration) === "type_declaration") {
      for (const part of walk.children(declaration)) {
        if (walk.type(part) === "comment") {
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
  const declaration = walk.parent(node);
  // A declaration of one type starts at its keyword.
  const range = walk.childOfType(declaration, "(") === NO_NODE ? declaration : node;
  return walk.define(draftOf(node, walk, NO_NODE, walk.line(range)));
}

export const typeSpec: Visitor = (node, walk) => {
  const known = walk.enclosing() === FILE ? walk.child(FILE, walk.text(walk.field(node, "name"))) : FILE;
  const at = known === FILE ? defineType(node, walk) : known;
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(walk.field(node, "type_parameters"), walk, at);
    const type = walk.field(node, "type");
    switch (walk.type(type)) {
      case "struct_type":
        walk.amend(at, { supers: defineFields(type, at, walk) });
        break;
      case "interface_type":
        walk.amend(at, { supers: defineMethods(type, at, walk, typeParameters(node, walk)) });
        break;
      default:
        walk.amend(at, aliased(node, walk.value(type), walk));
    }
  });
};

/** An alias has the methods of what it represents, as if it embedded that; a type defined by another one has not. */
function aliased(node: NodeAt, type: ChainDraft, walk: Walk): Partial<DefinitionDraft> {
  const isOfName = isAlias(walk, node) && mayBeInterface(walk.field(node, "type"), walk);
  return { type, supers: isOfName ? [typeOfInstance(type)].filter((one) => one !== null) : [] };
}

/** Constants and variables: definitions at the top, locals in functions. `before`: of a constant that repeats the one above. */
export function declare(node: NodeAt, walk: Walk, before: ChainDraft = null): ChainDraft {
  const names = walk.fields(node, "name").filter(walk.isNamed);
  const type = walk.field(node, "type");
  const given = walk.children(walk.field(node, "value"));
  const isTop = walk.enclosing() === FILE;
  const declared = walk.value(type);
  const values = given.map((value) => walk.value(value));
  const isRepeated = type === NO_NODE && given.length === 0;
  const results = resultsOf(values[0] ?? null, values.length === 1 ? names.length : 0);
  for (const [index, value] of type === NO_NODE ? [] : values.entries()) {
    walk.converts(value, expectedOf(type, declared, walk), walk.line(given[index] ?? node));
  }
  for (const [index, name] of names.entries()) {
    const inferred = (values.length === names.length ? values[index] : results[index]) ?? null;
    const holds = type === NO_NODE ? (isRepeated ? before : inferred) : declared;
    // `var _ Store = …` asserts something, and binds nothing.
    const binds = walk.text(name) !== "_";
    if (isTop) {
      const type = holds === NOTHING ? null : holds;
      walk.define({ ...draftOf(node, walk, name), kind: "variable", type, binds });
    } else if (binds) {
      walk.local(walk.text(name), holds);
    }
  }
  return isRepeated ? before : declared;
}

/** In `const ( A Color = iota; B )`, B is a Color, too. */
export const constants: Visitor = (node, walk) => {
  let before: ChainDraft = null;
  for (const one of walk.children(node)) {
    if (walk.type(one) === "const_spec") {
      before = declare(one, walk, before);
    } else {
      walk.visit(one);
    }
  }
};
