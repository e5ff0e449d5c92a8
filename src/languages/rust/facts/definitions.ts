// What Rust declares: functions, types, traits, constants, modules, macros.

import { type ChainDraft, definitionOfDraft, rooted, stepped, typeOfInstance } from "../../../facts/chain-drafts.ts";
import type { OutlinedDraft } from "../../../facts/facts-builder.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { definitionChain, selfChain } from "../../../vocabulary/chain.ts";
import {
  ABSTRACT,
  DEPRECATED,
  type DefinitionAt,
  DOCUMENTED,
  EXPORTED,
  FILE,
  LINKED,
  MACRO,
  OVERRIDES,
  STATIC,
  UNSAFE,
} from "../../../vocabulary/facts.ts";
import { leadsOf } from "../outline.ts";
import { ownerOf, placeOf } from "./impls.ts";
import { pathOf, withSelf } from "./paths.ts";
import { bindPattern } from "./patterns.ts";
import type { Visitor, Walk } from "./state.ts";
import { readTokens } from "./tokens.ts";
import { bindTypeParameters } from "./type-parameters.ts";
import { placed } from "./types.ts";

/** `named`: as Walk.definition. */
function draftOf(node: NodeAt, walk: Walk, named?: NodeAt): OutlinedDraft {
  const draft = walk.definition(node, named);
  const above = leadsOf(walk, node).map((lead) => walk.text(lead));
  return {
    ...draft,
    flags:
      draft.flags |
      (walk.childOfType(node, "visibility_modifier") === NO_NODE ? 0 : EXPORTED) |
      (above.some((text) => text.startsWith("///") || text.startsWith("/**")) ? DOCUMENTED : 0) |
      (above.some((text) => text.startsWith("#[deprecated")) ? DEPRECATED : 0),
  };
}

const FOREIGN = /^#\[(?:unsafe\()?(?:no_mangle|export_name)\b/;

/** Whether other languages may call it by its name, or it is theirs: in `extern "C" { … }`. */
function linkedFlag(node: NodeAt, walk: Walk): number {
  const isForeign = walk.type(walk.parent(walk.parent(node))) === "foreign_mod_item";
  return isForeign || leadsOf(walk, node).some((lead) => FOREIGN.test(walk.text(lead))) ? LINKED : 0;
}

const isMember = (walk: Walk): boolean => /^(?:class|interface|enum)$/.test(walk.defined(walk.enclosing())?.kind ?? "");

/** What an implementation of a trait gives for what that asks for. */
const askedFor = (owner: ReturnType<typeof ownerOf>): number => (owner?.isForTrait === true ? OVERRIDES : 0);

/** `Self` of a trait is what implements it: of the type that is asked. */
function givenBy(value: ChainDraft, at: DefinitionAt, walk: Walk): ChainDraft {
  const trait = walk.defined(at)?.parent ?? FILE;
  const isSelf = trait !== FILE && definitionOfDraft(typeOfInstance(value)) === trait;
  return isSelf && walk.defined(trait)?.kind === "interface" ? rooted(selfChain(trait)) : value;
}

export const functionItem: Visitor = (node, walk) => {
  const parameters = walk.children(walk.field(node, "parameters"));
  const hasSelf = parameters.some((one) => walk.type(one) === "self_parameter");
  const draft = draftOf(node, walk);
  const owner = ownerOf(walk);
  const isMethod = owner !== null || isMember(walk);
  const at = walk.define({
    ...draft,
    // By its owner: the outline has methods in an `impl` inside of a function, which is none here, and none in a macro's arguments.
    kind: draft.kind === "test" ? "test" : isMethod ? "method" : "function",
    flags:
      draft.flags |
      (isMethod && !hasSelf ? STATIC : 0) |
      (walk.field(node, "body") === NO_NODE ? ABSTRACT : 0) |
      linkedFlag(node, walk) |
      askedFor(owner),
    parameters: parameters.filter((one) => walk.type(one) === "parameter").length,
    ...(isMethod ? { binds: false } : {}),
    ...placeOf(owner),
  });
  if (walk.text(walk.childOfType(node, "function_modifiers")).includes("unsafe")) {
    walk.hazard(UNSAFE);
  }
  walk.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    walk.amend(at, { type: givenBy(walk.value(walk.field(node, "return_type")), at, walk) });
    for (const one of parameters) {
      if (walk.type(one) === "parameter") {
        const value = walk.value(walk.field(one, "type"));
        bindPattern(walk.field(one, "pattern"), value, walk);
      }
    }
    const enclosing = walk.state;
    enclosing.inBody += 1;
    walk.value(walk.field(node, "body"));
    enclosing.inBody -= 1;
  });
};

export const structItem: Visitor = (node, walk) => {
  const at = defined(node, walk);
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    withSelf(rooted(definitionChain(at)), walk, () => fieldsOf(walk.field(node, "body"), at, walk));
  });
};

function fieldsOf(list: NodeAt, parent: DefinitionAt, walk: Walk): void {
  let place = 0;
  for (const field of walk.children(list)) {
    if (walk.type(field) === "field_declaration") {
      walk.define({
        ...draftOf(field, walk, walk.field(field, "name")),
        type: walk.value(walk.field(field, "type")),
        parent,
        binds: false,
      });
    } else if (walk.fieldOf(field) === "type") {
      placed(field, place, parent, walk);
      place += 1;
    } else {
      walk.visit(field);
    }
  }
}

/** Items are bound before their file is read: `impl` blocks may be above their types. */
function defined(node: NodeAt, walk: Walk): DefinitionAt {
  const known = walk.state.early.get(walk)?.get(node);
  return known ?? walk.define(draftOf(node, walk));
}

const EARLY: ReadonlySet<string> = new Set(["struct_item", "union_item", "enum_item", "trait_item"]);

/** Defines the types that stand directly in this list of items. */
export function defineTypes(list: NodeAt, walk: Walk): void {
  const { early } = walk.state;
  const known = early.get(walk) ?? new Map<NodeAt, DefinitionAt>();
  early.set(walk, known);
  for (const item of walk.children(list)) {
    if (EARLY.has(walk.type(item))) {
      known.set(item, walk.define(draftOf(item, walk)));
    }
  }
}

export const enumItem: Visitor = (node, walk) => {
  const at = defined(node, walk);
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    for (const variant of walk.children(walk.field(node, "body"))) {
      if (walk.type(variant) !== "enum_variant") {
        walk.visit(variant);
        continue;
      }
      // A variant is a value of its enum, with or without parts.
      const type = stepped(rooted(definitionChain(at)), "^");
      const member = walk.define({
        ...draftOf(variant, walk, walk.field(variant, "name")),
        kind: "member",
        flags: STATIC,
        type,
        parent: at,
        binds: false,
      });
      fieldsOf(walk.field(variant, "body"), member, walk);
      walk.visit(walk.field(variant, "value"));
    }
  });
};

export const traitItem: Visitor = (node, walk) => {
  const at = defined(node, walk);
  walk.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const supers = walk.children(walk.field(node, "bounds")).map((bound) => pathOf(bound, walk, "extend"));
    walk.amend(at, { supers });
    withSelf(rooted(definitionChain(at)), walk, () => walk.visit(walk.field(node, "body")));
  });
};

export const typeItem: Visitor = (node, walk) => {
  const owner = ownerOf(walk);
  const draft = draftOf(node, walk);
  const flags = draft.flags | askedFor(owner) | (walk.field(node, "type") === NO_NODE ? ABSTRACT : 0);
  const at = walk.define({ ...draft, flags, ...placeOf(owner), binds: owner === null });
  walk.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    walk.amend(at, { type: walk.value(walk.field(node, "type")) });
  });
};

/** Constants and statics; in functions they are not visible outside. */
export const constItem: Visitor = (node, walk) => {
  const type = walk.value(walk.field(node, "type"));
  const owner = ownerOf(walk);
  const kind = walk.defined(walk.enclosing())?.kind;
  if (owner === null && (kind === "function" || kind === "method" || kind === "test")) {
    walk.local(walk.text(walk.field(node, "name")), type);
  } else {
    const isMethod = owner !== null || isMember(walk);
    const isBare = isMethod && walk.field(node, "value") === NO_NODE;
    const draft = draftOf(node, walk);
    walk.define({
      ...draft,
      flags: draft.flags | askedFor(owner) | linkedFlag(node, walk) | (isBare ? ABSTRACT : 0),
      type,
      ...placeOf(owner),
      ...(isMethod ? { binds: false } : {}),
    });
  }
  walk.visit(walk.field(node, "value"));
};

export const modItem: Visitor = (node, walk) => {
  const draft = draftOf(node, walk);
  const at = walk.define(draft);
  const body = walk.field(node, "body");
  const file = body === NO_NODE ? pathAttributeOf(node, walk) : null;
  if (file !== null) {
    walk.import({ local: null, imported: null, specifier: file, line: draft.nameLine });
  }
  const enclosing = walk.state;
  enclosing.depth += 1;
  walk.within({ kind: "block", definition: at }, () => {
    defineTypes(body, walk);
    walk.visit(body);
  });
  enclosing.depth -= 1;
};

/** The file that `#[path = "unix/pipe.rs"]` names for a module; null without one. */
function pathAttributeOf(node: NodeAt, walk: Walk): string | null {
  for (const lead of leadsOf(walk, node)) {
    const [, file = null] = /^#\[\s*path\s*=\s*"([^"\\]{1,300}\.rs)"\s*\]$/u.exec(walk.text(lead)) ?? [];
    if (file !== null) {
      return file;
    }
  }
  return null;
}

export const macroDefinition: Visitor = (node, walk) => {
  // A macro is seen after its definition wherever its module is.
  const draft = draftOf(node, walk);
  const at = walk.define({ ...draft, flags: draft.flags | EXPORTED | MACRO, binds: false });
  walk.state.macros.set(draft.name, at);
  for (const rule of walk.children(node)) {
    const made = walk.field(rule, "right");
    if (made !== NO_NODE) {
      readTokens(made, walk, "rules");
    }
  }
};
