// Scala's classes, traits, enums, objects and givens: what they extend, what they are made with, their companions.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { anonymousClass, enclosingInstance, forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { ARGUMENT, type DefinitionAt, FILE, STATIC } from "../../../vocabulary/facts.ts";
import { draftOf, endOf, nameOf } from "./modifiers.ts";
import type { Companions, Visitor, Walk } from "./state.ts";
import { bindTypeParameters, namedType } from "./types.ts";

const COMPANIONS: ReadonlySet<string> = new Set(["class_definition", "trait_definition", "enum_definition"]);
const OBJECTS: ReadonlySet<string> = new Set(["object_definition", "package_object"]);

/** Whether a class of the object's name is beside it. */
function hasClassBeside(node: NodeAt, walk: Walk): boolean {
  const parent = walk.parent(node);
  let names = walk.state.classNames.get(parent);
  if (names === undefined) {
    const classes = walk.children(parent).filter((each) => COMPANIONS.has(walk.type(each)));
    names = new Set(classes.map((each) => walk.text(walk.field(each, "name"))));
    walk.state.classNames.set(parent, names);
  }
  return names.has(walk.text(walk.field(node, "name")));
}

/** What an object has is reached by the name of the class beside it. */
function pair(node: NodeAt, known: Companions, walk: Walk): void {
  const { state } = walk;
  const key = `${walk.parent(node)} ${nameOf(walk.field(node, "name"), walk)}`;
  const both = { ...state.companions.get(key), ...known };
  state.companions.set(key, both);
  if (both.class !== undefined && both.object !== undefined) {
    walk.amend(both.class, { supers: [...(both.supers ?? []), rooted(definitionChain(both.object))] });
  }
}

export function annotationsOf(node: NodeAt, walk: Walk): void {
  for (const part of walk.children(node)) {
    if (walk.type(part) === "annotation") {
      walk.visit(part);
    }
  }
}

const classDefinition: Visitor = (node, walk) => {
  const type = walk.type(node);
  annotationsOf(node, walk);
  const isObject = OBJECTS.has(type);
  const isBeside = type === "object_definition" && hasClassBeside(node, walk);
  const at = walk.define({ ...draftOf(node, walk), binds: !isBeside });
  if (at === FILE) {
    return;
  }
  if (isObject) {
    walk.state.objects.add(at);
  }
  const supers = readClass(node, at, isCase(node, walk), walk);
  if (isBeside) {
    pair(node, { object: at }, walk);
  } else if (!isObject) {
    pair(node, { class: at, supers }, walk);
  }
};

/** What is in a class; what it extends. */
const readClass = (node: NodeAt, at: DefinitionAt, isCase: boolean, walk: Walk): readonly ChainDraft[] =>
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const fields = bindClassParameters(node, isCase, walk);
    const supers = supersOf(walk.field(node, "extend"), walk);
    walk.visit(walk.field(node, "derive"));
    walk.amend(at, { supers });
    walk.within({ kind: "class", definition: at }, () => {
      for (const { parameter, type } of fields) {
        const draft = draftOf(parameter, walk, walk.field(parameter, "name"));
        walk.define({ ...draft, flags: draft.flags | ARGUMENT, type });
      }
      walk.fields(node, "body").forEach(walk.visit);
    });
    endOf(node, at, walk);
    return supers;
  });

/** `case` is before `class`, without a node of its own in some places. */
function isCase(node: NodeAt, walk: Walk): boolean {
  const before = walk.start(walk.field(node, "name")) - walk.start(node);
  return /\bcase\s+class\s+$/.test(walk.text(node).slice(Math.max(0, before - 40), Math.max(0, before)));
}

interface Field {
  readonly parameter: NodeAt;
  readonly type: ChainDraft;
}

/** Binds what a class is made with, which all of it sees; those that are fields. */
function bindClassParameters(node: NodeAt, isCase: boolean, walk: Walk): Field[] {
  const fields: Field[] = [];
  for (const [at, list] of walk.fields(node, "class_parameters").entries()) {
    for (const parameter of walk.children(list)) {
      if (walk.type(parameter) !== "class_parameter") {
        walk.visit(parameter);
        continue;
      }
      annotationsOf(parameter, walk);
      if (isTypeAlone(parameter, walk)) {
        const type = walk.field(parameter, "name");
        walk.reference(type, "type", walk.typeName(nameOf(type, walk)));
        continue;
      }
      const type = walk.value(walk.field(parameter, "type"));
      walk.visit(walk.field(parameter, "default_value"));
      walk.local(nameOf(walk.field(parameter, "name"), walk), type);
      const isDeclared =
        walk.childOfType(parameter, "val") !== NO_NODE || walk.childOfType(parameter, "var") !== NO_NODE;
      if (isDeclared || (isCase && at === 0)) {
        fields.push({ parameter, type });
      }
    }
  }
  return fields;
}

/** `(using Painter)`, where the grammar takes the type for the name of a parameter without one. */
const isTypeAlone = (parameter: NodeAt, walk: Walk): boolean =>
  walk.field(parameter, "type") === NO_NODE && walk.childOfType(walk.parent(parameter), "using") !== NO_NODE;

/** `extends Base[T](n) with Mixin` */
function supersOf(node: NodeAt, walk: Walk): ChainDraft[] {
  const supers: ChainDraft[] = [];
  for (const part of walk.children(node)) {
    if (walk.type(part) === "compound_type") {
      supers.push(...walk.children(part).map((each) => namedType(each, walk, "extend")));
    } else if (walk.fieldOf(part) === "type") {
      supers.push(namedType(part, walk, "extend"));
    } else {
      walk.visit(part);
    }
  }
  return supers;
}

/** `new Store(x) { … }`: an instance of the first; its body is a class without a name. */
export function instanceOf(node: NodeAt, walk: Walk): ChainDraft {
  const supers: ChainDraft[] = [];
  let value: ChainDraft = null;
  for (const part of walk.children(node)) {
    const type = walk.type(part);
    if (type === "template_body" || type === "with_template_body") {
      value = anonymousClass(node, supers, walk, () => walk.visit(part));
    } else if (type === "arguments" || type === "block" || type === "annotation") {
      walk.visit(part);
    } else if (type === "compound_type") {
      supers.push(...walk.children(part).map((each) => namedType(each, walk, "new")));
    } else {
      supers.push(namedType(part, walk, "new"));
    }
  }
  return value ?? stepped(supers[0] ?? null, INSTANCE);
}

/** `given ord: Ordering[Item] with`; without a name it goes by its type. */
const givenDefinition: Visitor = (node, walk) => {
  const type = walk.field(node, "return_type");
  const at = walk.define(draftOf(node, walk));
  if (at === FILE) {
    return;
  }
  walk.state.objects.add(at);
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    walk.fields(node, "parameters").forEach(walk.visit);
    const others = walk.children(walk.field(node, "extra"));
    const bodies = others.filter((part) => walk.type(part) === "refinement");
    const types = [type, ...others].filter((part) => part !== NO_NODE && !bodies.includes(part));
    walk.amend(at, { supers: types.map((each) => namedType(each, walk, "extend")) });
    walk.within({ kind: "class", definition: at }, () => [...walk.fields(node, "body"), ...bodies].forEach(walk.visit));
    endOf(node, at, walk);
  });
};

/** `case Red, Green`, `case Custom(hex: String)`: members of the enclosing enum. */
const enumCase: Visitor = (node, walk) => {
  const owner = walk.enclosing();
  const isSimple = walk.type(node) === "simple_enum_case";
  const draft = draftOf(node, walk, walk.field(node, "name"));
  const at = walk.define({
    ...draft,
    flags: draft.flags | STATIC,
    kind: isSimple ? "member" : "class",
    ...(isSimple ? { type: rooted(definitionChain(owner) + INSTANCE) } : {}),
  });
  if (at === FILE) {
    return;
  }
  if (isSimple) {
    supersOf(walk.field(node, "extend"), walk);
    return;
  }
  const supers = readClass(node, at, true, walk);
  if (supers.length === 0) {
    walk.amend(at, { supers: [rooted(definitionChain(owner))] });
  }
};

export const scalaClasses: Readonly<Record<string, Visitor>> = {
  ...forTypes(classDefinition, ...COMPANIONS, ...OBJECTS),
  given_definition: givenDefinition,
  ...forTypes(enumCase, "simple_enum_case", "full_enum_case"),
  self_type(node, walk) {
    const [name = NO_NODE, ...others] = walk.children(node);
    if (walk.type(name) === "identifier") {
      walk.local(nameOf(name, walk), enclosingInstance(walk));
    }
    others.forEach(walk.visit);
  },
};
