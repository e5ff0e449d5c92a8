// Java's statements: the blocks they open, what they bind, where the control flow divides; and annotations.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import {
  block,
  dividing,
  dividingBlock,
  forTypes,
  ignored,
  inBranch,
  referToMember,
  visitOthers,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT, FUNCTION_MARK } from "../../../vocabulary/chain.ts";
import { isField } from "../outline.ts";
import { field, inArrays } from "./classes.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType, typeIn } from "./types.ts";
import { bracketsOf, noteType, typeOfValue, UNSEEN, writtenType } from "./written-types.ts";

const isVar = (type: NodeAt, walk: Walk): boolean => walk.text(type) === "var";

const localVariables: Visitor = (node, walk) => {
  walk.visit(walk.childOfType(node, "modifiers"));
  const type = walk.field(node, "type");
  const isInferred = isVar(type, walk);
  const declared = isInferred ? null : walk.value(type);
  for (const one of walk.fields(node, "declarator")) {
    const value = walk.value(walk.field(one, "value"));
    const name = walk.text(walk.field(one, "name"));
    walk.local(name, isInferred ? value : inArrays(declared, one, walk));
    const seen = isInferred ? typeOfValue(walk.field(one, "value"), walk) : writtenType(type, walk);
    noteType(name, seen + bracketsOf(one, walk), walk);
  }
};

/** `for (Store store : stores)` */
const forEach: Visitor = inBranch((node, walk) => {
  const [type, name] = [walk.field(node, "type"), walk.text(walk.field(node, "name"))];
  const many = walk.value(walk.field(node, "value"));
  walk.local(name, isVar(type, walk) ? stepped(many, ELEMENT) : walk.value(type));
  noteType(name, writtenType(type, walk), walk);
  walk.visit(walk.field(node, "body"));
});

const resource: Visitor = (node, walk) => {
  const [type, name] = [walk.field(node, "type"), walk.field(node, "name")];
  if (name === NO_NODE) {
    walk.visitChildren(node);
    return;
  }
  const declared = isVar(type, walk) ? null : walk.value(type);
  const value = walk.value(walk.field(node, "value"));
  walk.local(walk.text(name), isVar(type, walk) ? value : declared);
  noteType(walk.text(name), writtenType(type, walk), walk);
};

const catchClause: Visitor = inBranch((node, walk) => {
  const parameter = walk.childOfType(node, "catch_formal_parameter");
  const types = walk.children(walk.childOfType(parameter, "catch_type"));
  const values = types.map((type) => walk.value(type));
  if (parameter !== NO_NODE) {
    const name = walk.text(walk.field(parameter, "name"));
    walk.local(name, values.length === 1 ? (values[0] ?? null) : null);
    noteType(name, values.length === 1 ? writtenType(types[0] ?? NO_NODE, walk) : UNSEEN, walk);
  }
  walk.visit(walk.field(node, "body"));
});

/** Numbers and texts are compared with constants, which have their own names. */
const isConstant = (type: string): boolean =>
  /^(?:int|short|byte|char|Integer|Short|Byte|Character|String)$/u.test(type);

/** Constants of an enum are in its cases without its name. */
const switchExpression: Visitor = (node, walk) => {
  const subject = walk.value(walk.field(node, "condition"));
  const hasEnum = !isConstant(typeOfValue(walk.field(node, "condition"), walk));
  walk.within({ kind: "block" }, () => {
    for (const group of walk.children(walk.field(node, "body"))) {
      walk.within({ kind: "block" }, () => {
        for (const part of walk.children(group)) {
          if (walk.type(part) === "switch_label") {
            label(part, hasEnum ? subject : NOTHING, walk);
          } else {
            walk.visit(part);
          }
        }
      });
    }
  });
};

function label(node: NodeAt, subject: ChainDraft, walk: Walk): void {
  const parts = walk.children(node);
  if (parts.length > 0) {
    walk.branch();
  }
  for (const part of parts) {
    const isName = walk.type(part) === "identifier" && walk.text(part) !== "default";
    if (isName && subject !== null && subject !== NOTHING) {
      referToMember(subject, part, walk, "read");
    } else if (walk.text(part) !== "default") {
      walk.visit(part);
    }
  }
}

/** `Store s` in a pattern; in a record's, each part. */
const typePattern: Visitor = (node, walk) => {
  const type = typeIn(node, walk);
  const name = walk.children(node).findLast((part) => part !== type && walk.type(part) === "identifier");
  if (name === undefined) {
    walk.visitChildren(node);
    return;
  }
  walk.local(walk.text(name), isVar(type, walk) ? null : walk.value(type));
  noteType(walk.text(name), writtenType(type, walk), walk);
};

const recordPattern: Visitor = (node, walk) => {
  const type = typeIn(node, walk);
  namedType(type, walk);
  visitOthers(node, walk, type);
};

const annotation: Visitor = (node, walk) => {
  const of = namedType(walk.field(node, "name"), walk, "decorate");
  for (const argument of walk.children(walk.field(node, "arguments"))) {
    const key = walk.type(argument) === "element_value_pair" ? walk.field(argument, "key") : NO_NODE;
    if (key === NO_NODE) {
      walk.visit(argument);
    } else {
      referToMember(of, key, walk, "write", `${walk.text(key)}${FUNCTION_MARK}`);
      walk.visit(walk.field(argument, "value"));
    }
  }
};

/** `module depot.core { uses Store; provides Store with FileStore; }` */
const moduleDeclaration: Visitor = (node, walk) => {
  walk
    .children(node)
    .filter((part) => /annotation$/.test(walk.type(part)))
    .forEach(walk.visit);
  const at = walk.define(walk.definition(node));
  walk.within({ kind: "block", definition: at }, () => {
    for (const directive of walk.children(walk.field(node, "body"))) {
      if (/^(?:uses|provides)_/.test(walk.type(directive))) {
        walk.children(directive).forEach((type) => void namedType(type, walk));
      }
    }
  });
};

export const javaStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(block, "block", "constructor_body", "try_with_resources_statement"),
  ...forTypes(dividing, "if_statement", "while_statement", "do_statement"),
  for_statement: dividingBlock,
  enhanced_for_statement: forEach,
  resource,
  catch_clause: catchClause,
  local_variable_declaration: (node, walk) => (isField(walk, node) ? field : localVariables)(node, walk),
  switch_expression: switchExpression,
  ...forTypes(typePattern, "type_pattern", "record_pattern_component"),
  record_pattern: recordPattern,
  ...forTypes(annotation, "annotation", "marker_annotation"),
  module_declaration: moduleDeclaration,
  labeled_statement: (node, walk) => walk.visit(walk.children(node).at(-1) ?? NO_NODE),
  ...forTypes(ignored, "break_statement", "continue_statement"),
};
