// Java's statements: the blocks they open, what they bind, where the control flow divides; and annotations.

import { type ChainDraft, NOTHING, stepped } from "../../../facts/chain-drafts.ts";
import {
  block,
  dividing,
  dividingBlock,
  forTypes,
  ignored,
  referToMember,
  visitOthers,
} from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { ELEMENT, FUNCTION_MARK } from "../../../vocabulary/chain.ts";
import { inArrays } from "./classes.ts";
import type { Visitor, Walk } from "./state.ts";
import { namedType, typeIn } from "./types.ts";
import { bracketsOf, noteType, typeOfValue, UNSEEN, writtenType } from "./written-types.ts";

const isVar = (type: NodeAt, { tree }: Walk): boolean => tree.text(type) === "var";

const localVariables: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  walk.visit(tree.childOfType(node, "modifiers"));
  const type = tree.field(node, "type");
  const isInferred = isVar(type, walk);
  const declared = isInferred ? null : walk.value(type);
  for (const one of tree.fields(node, "declarator")) {
    const value = walk.value(tree.field(one, "value"));
    const name = tree.text(tree.field(one, "name"));
    facts.local(name, isInferred ? value : inArrays(declared, one, walk));
    const seen = isInferred ? typeOfValue(tree.field(one, "value"), walk) : writtenType(type, walk);
    noteType(name, seen + bracketsOf(one, walk), walk);
  }
};

/** `for (Store store : stores)` */
const forEach: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const [type, name] = [tree.field(node, "type"), tree.text(tree.field(node, "name"))];
    const many = walk.value(tree.field(node, "value"));
    facts.local(name, isVar(type, walk) ? stepped(many, ELEMENT) : walk.value(type));
    noteType(name, writtenType(type, walk), walk);
    walk.visit(tree.field(node, "body"));
  });
};

const resource: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const [type, name] = [tree.field(node, "type"), tree.field(node, "name")];
  if (name === NO_NODE) {
    walk.visitChildren(node);
    return;
  }
  const declared = isVar(type, walk) ? null : walk.value(type);
  const value = walk.value(tree.field(node, "value"));
  facts.local(tree.text(name), isVar(type, walk) ? value : declared);
  noteType(tree.text(name), writtenType(type, walk), walk);
};

const catchClause: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  facts.within({ kind: "block" }, () => {
    const parameter = tree.childOfType(node, "catch_formal_parameter");
    const types = tree.children(tree.childOfType(parameter, "catch_type"));
    const values = types.map((type) => walk.value(type));
    if (parameter !== NO_NODE) {
      const name = tree.text(tree.field(parameter, "name"));
      facts.local(name, values.length === 1 ? (values[0] ?? null) : null);
      noteType(name, values.length === 1 ? writtenType(types[0] ?? NO_NODE, walk) : UNSEEN, walk);
    }
    walk.visit(tree.field(node, "body"));
  });
};

/** Numbers and texts are compared with constants, which have their own names. */
const isConstant = (type: string): boolean =>
  /^(?:int|short|byte|char|Integer|Short|Byte|Character|String)$/u.test(type);

/** Constants of an enum are in its cases without its name. */
const switchExpression: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const subject = walk.value(tree.field(node, "condition"));
  const hasEnum = !isConstant(typeOfValue(tree.field(node, "condition"), walk));
  facts.within({ kind: "block" }, () => {
    for (const group of tree.children(tree.field(node, "body"))) {
      facts.within({ kind: "block" }, () => {
        for (const part of tree.children(group)) {
          if (tree.type(part) === "switch_label") {
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
  const { tree, facts } = walk;
  const parts = tree.children(node);
  if (parts.length > 0) {
    facts.branch();
  }
  for (const part of parts) {
    if (tree.type(part) === "identifier" && subject !== null && subject !== NOTHING) {
      referToMember(subject, part, walk, "read");
    } else {
      walk.visit(part);
    }
  }
}

/** `Store s` in a pattern; in a record's, each part. */
const typePattern: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const type = typeIn(node, walk);
  const name = tree.children(node).findLast((part) => part !== type && tree.type(part) === "identifier");
  if (name === undefined) {
    walk.visitChildren(node);
    return;
  }
  facts.local(tree.text(name), isVar(type, walk) ? null : walk.value(type));
  noteType(tree.text(name), writtenType(type, walk), walk);
};

const recordPattern: Visitor = (node, walk) => {
  const type = typeIn(node, walk);
  namedType(type, walk);
  visitOthers(node, walk, type);
};

const annotation: Visitor = (node, walk) => {
  const { tree } = walk;
  const of = namedType(tree.field(node, "name"), walk, "decorate");
  for (const argument of tree.children(tree.field(node, "arguments"))) {
    const key = tree.type(argument) === "element_value_pair" ? tree.field(argument, "key") : NO_NODE;
    if (key === NO_NODE) {
      walk.visit(argument);
    } else {
      referToMember(of, key, walk, "write", `${tree.text(key)}${FUNCTION_MARK}`);
      walk.visit(tree.field(argument, "value"));
    }
  }
};

export const javaStatements: Readonly<Record<string, Visitor>> = {
  ...forTypes(block, "block", "constructor_body", "try_with_resources_statement"),
  ...forTypes(dividing, "if_statement", "while_statement", "do_statement"),
  for_statement: dividingBlock,
  enhanced_for_statement: forEach,
  resource,
  catch_clause: catchClause,
  local_variable_declaration: localVariables,
  switch_expression: switchExpression,
  ...forTypes(typePattern, "type_pattern", "record_pattern_component"),
  record_pattern: recordPattern,
  ...forTypes(annotation, "annotation", "marker_annotation"),
  labeled_statement: (node, walk) => walk.visit(walk.tree.children(node).at(-1) ?? NO_NODE),
  ...forTypes(ignored, "break_statement", "continue_statement", "module_declaration"),
};
