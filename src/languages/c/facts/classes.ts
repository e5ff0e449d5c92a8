// The structs, unions, enums and classes of C and C++: what they extend, and what is in them.

import { type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { linesOf } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain } from "../../../vocabulary/chain.ts";
import { type DefinitionAt, EXPORTED, FILE, PRIVATE, STATIC } from "../../../vocabulary/facts.ts";
import { bindTemplate, draftOf, isInClass, isInFunction } from "./declarators.ts";
import { accessOf } from "./functions.ts";
import { referInDeclarator, scopesOf } from "./in-declarators.ts";
import type { Reading, Visitor, Walk } from "./state.ts";
import { pathOf } from "./types.ts";

/** A struct, union, class or enum; without a body its name is recorded as a reference. */
export const specifier: Reading = (node, walk) => {
  const name = walk.field(node, "name");
  if (walk.field(node, "body") === NO_NODE) {
    return stepped(tagged(name, walk), "^");
  }
  const at = bodied(node, name, node, walk);
  return at === FILE ? null : stepped(rooted(definitionChain(at)), "^");
};

/** `struct store`: never the parameter of that name, as in `struct store *store`. */
function tagged(name: NodeAt, walk: Walk): ChainDraft {
  const tag = walk.text(name);
  const isSimple = walk.type(name) === "type_identifier";
  const isFree = isInFunction(walk) && walk.enclosingClass() === FILE;
  const known = isSimple ? walk.state.tags.get(tag) : undefined;
  const of = known ?? (isSimple && isFree ? rooted(tag) : undefined);
  if (of === undefined) {
    return pathOf(name, walk, "type");
  }
  walk.reference(name, "type", of);
  return of;
}

/** Defines a type that has a body. `name`: of the typedef, where that names it, else its own; `whole`: the whole declaration. */
export function bodied(node: NodeAt, name: NodeAt, whole: NodeAt, walk: Walk): DefinitionAt {
  const isEnum = walk.type(node) === "enum_specifier";
  const body = walk.field(node, "body");
  if (name === NO_NODE) {
    return nameless(node, isEnum, walk);
  }
  // `struct Traits<Cell>`: what a specialisation is for.
  referInDeclarator(name, walk);
  scopesOf(name, walk);
  const draft = draftOf(name, whole, walk);
  const at = walk.define({
    ...draft,
    kind: isEnum ? "enum" : "class",
    flags: draft.flags | accessOf(whole, walk),
    binds: draft.qualifier === undefined,
  });
  const ownName = walk.field(node, "name");
  const tag = walk.text(ownName);
  // `typedef struct tag { … } name;`: both are names of the type.
  const isTagged = tag !== "" && tag !== draft.name && draft.qualifier === undefined;
  const known = isTagged
    ? walk.define({
        ...draftOf(ownName, node, walk),
        kind: "type",
        flags: EXPORTED,
        type: stepped(rooted(definitionChain(at)), "^"),
      })
    : at;
  if (walk.enclosingClass() === FILE && draft.qualifier === undefined) {
    walk.state.tags.set(tag === "" ? draft.name : tag, rooted(definitionChain(known)));
  }
  if (isEnum) {
    const isScoped = walk.childOfType(node, "class") !== NO_NODE || walk.childOfType(node, "struct") !== NO_NODE;
    enumerators(body, at, isScoped, walk);
  } else {
    classBody(node, at, draft.name, walk.type(node) === "class_specifier", walk);
  }
  return at;
}

/**
 * Its members are members of the field that has it as its type; those of an anonymous union or struct inside of another belong to
 * the outer one.
 */
function nameless(node: NodeAt, isEnum: boolean, walk: Walk): DefinitionAt {
  const body = walk.field(node, "body");
  if (isEnum) {
    enumerators(body, null, false, walk);
    return FILE;
  }
  const parent = walk.parent(node);
  if (walk.type(parent) === "field_declaration" && walk.field(parent, "declarator") === NO_NODE) {
    walk.visitChildren(body);
    return FILE;
  }
  const at = walk.define({ name: "{}", kind: "class", ...linesOf(node, walk), binds: false });
  walk.within({ kind: "class", definition: at, under: walk.under() }, () => walk.visitChildren(body));
  return at;
}

/** Characters behind the name of a macro in which its arguments begin. */
const CALL_WITHIN = 8;

function enumerators(body: NodeAt, owner: DefinitionAt | null, isScoped: boolean, walk: Walk): void {
  for (const one of walk.children(body)) {
    if (
      walk.type(one) === "enumerator" &&
      /^\s*\(/.test(walk.source.slice(walk.end(one), walk.end(one) + CALL_WITHIN))
    ) {
      // `enum flags { FLAG(LEFT), FLAG(RIGHT) }`: a macro that makes enumerators.
      pathOf(walk.field(one, "name"), walk, "call");
    } else if (walk.type(one) === "enumerator") {
      const draft = draftOf(walk.field(one, "name"), one, walk);
      const isLocal = isInFunction(walk);
      const type = owner === null ? null : stepped(rooted(definitionChain(owner)), "^");
      walk.define({
        ...draft,
        kind: "member",
        flags: draft.flags | STATIC | (isLocal ? 0 : EXPORTED),
        type,
        ...(owner === null ? {} : { parent: owner }),
        binds: !isScoped,
      });
      walk.visit(walk.field(one, "value"));
    } else if (walk.type(one) === "ERROR") {
      // `enum kind { KINDS(AS_ENUM) KIND_COUNT }`: one without a comma behind it.
      for (const name of walk.children(one).filter((part) => walk.type(part) === "identifier")) {
        const isCalled = /^\s*\(/.test(walk.source.slice(walk.end(name), walk.end(name) + CALL_WITHIN));
        pathOf(name, walk, isCalled ? "call" : "read");
      }
    } else {
      walk.visit(one);
    }
  }
}

/** `class EXPORT Store { … }`: with a macro that it does not know, the grammar takes that for a function. */
export function isClassBehindMacro(node: NodeAt, walk: Walk): boolean {
  const type = walk.field(node, "type");
  const isNamed = /^(?:class|struct)_specifier$/.test(walk.type(type)) && walk.field(type, "body") === NO_NODE;
  return isNamed && walk.type(walk.field(node, "declarator")) === "identifier";
}

export const classBehindMacro: Visitor = (node, walk) => {
  const name = walk.field(node, "declarator");
  const type = walk.field(node, "type");
  pathOf(walk.field(type, "name"), walk, "read");
  const draft = draftOf(name, node, walk);
  const at = walk.define({ ...draft, kind: "class", flags: draft.flags | accessOf(node, walk) });
  classBody(node, at, draft.name, walk.type(type) === "class_specifier", walk);
};

function classBody(node: NodeAt, at: DefinitionAt, name: string, isClosed: boolean, walk: Walk): void {
  const { state } = walk;
  const { access, docComment } = state;
  state.classes.push({ name, of: rooted(definitionChain(at)) });
  walk.within({ kind: "block", definition: at }, () => {
    bindTemplate(walk);
    const bases = walk.childOfType(node, "base_class_clause");
    if (bases !== NO_NODE) {
      const types = walk.children(bases).filter((one) => /identifier$|^template_type$/.test(walk.type(one)));
      walk.amend(at, { supers: types.map((type) => pathOf(type, walk, "extend")) });
    }
    walk.within({ kind: "class", definition: at }, () => {
      state.access = isClosed ? PRIVATE : EXPORTED;
      walk.visitChildren(walk.field(node, "body"));
    });
  });
  state.classes.pop();
  state.access = access;
  state.docComment = docComment;
}

export const accessSpecifier: Visitor = (node, walk) => {
  walk.state.access = walk.text(node).startsWith("private") ? PRIVATE : EXPORTED;
};

/** `LIB_BEGIN_NAMESPACE` on a line of its own: what follows is in the namespace that the macro opens, if it does. */
function openedNamespace(name: NodeAt, walk: Walk): void {
  const isOutside = walk.enclosing() === FILE && walk.type(name) === "identifier";
  if (isOutside && /^[A-Z_]*NAMESPACE[A-Z_]*$/.test(walk.text(name)) && !/END|CLOSE/.test(walk.text(name))) {
    const line = walk.line(name);
    const lines = { nameLine: line, startLine: line, endLine: line };
    walk.define({ name: "{}", kind: "module", ...lines, supers: [walk.name(walk.text(name))], binds: false });
  }
}

/** Where such a class declares its constructor (`Store();`), the grammar sees a call. */
export const statement: Visitor = (node, walk) => {
  const [inner = NO_NODE] = walk.children(node);
  openedNamespace(inner, walk);
  const called = walk.type(inner) === "call_expression" ? walk.field(inner, "function") : NO_NODE;
  const own = isInClass(walk) ? walk.state.classes.at(-1)?.name : undefined;
  if (called !== NO_NODE && own !== undefined && walk.text(called) === own) {
    walk.visit(walk.field(inner, "arguments"));
  } else {
    walk.visitChildren(node);
  }
};

/** Where such a class has `public:`, the grammar sees a label. */
export const label: Visitor = (node, walk) => {
  if (isInClass(walk)) {
    accessSpecifier(node, walk);
  }
  walk.visitChildren(node, "label");
};
