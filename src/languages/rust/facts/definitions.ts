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
  const { tree } = walk;
  const draft = walk.definition(node, named);
  const above = leadsOf(tree, node).map((lead) => tree.text(lead));
  return {
    ...draft,
    flags:
      draft.flags |
      (tree.childOfType(node, "visibility_modifier") === NO_NODE ? 0 : EXPORTED) |
      (above.some((text) => text.startsWith("///") || text.startsWith("/**")) ? DOCUMENTED : 0) |
      (above.some((text) => text.startsWith("#[deprecated")) ? DEPRECATED : 0),
  };
}

const FOREIGN = /^#\[(?:unsafe\()?(?:no_mangle|export_name)\b/;

/** Whether other languages may call it by its name, or it is theirs: in `extern "C" { … }`. */
function linkedFlag(node: NodeAt, { tree }: Walk): number {
  const isForeign = tree.type(tree.parent(tree.parent(node))) === "foreign_mod_item";
  return isForeign || leadsOf(tree, node).some((lead) => FOREIGN.test(tree.text(lead))) ? LINKED : 0;
}

const isMember = ({ facts }: Walk): boolean =>
  /^(?:class|interface|enum)$/.test(facts.definition(facts.enclosing)?.kind ?? "");

/** What an implementation of a trait gives for what that asks for. */
const askedFor = (owner: ReturnType<typeof ownerOf>): number => (owner?.isForTrait === true ? OVERRIDES : 0);

/** `Self` of a trait is what implements it: of the type that is asked. */
function givenBy(value: ChainDraft, at: DefinitionAt, { facts }: Walk): ChainDraft {
  const trait = facts.definition(at)?.parent ?? FILE;
  const isSelf = trait !== FILE && definitionOfDraft(typeOfInstance(value)) === trait;
  return isSelf && facts.definition(trait)?.kind === "interface" ? rooted(selfChain(trait)) : value;
}

export const functionItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const parameters = tree.children(tree.field(node, "parameters"));
  const hasSelf = parameters.some((one) => tree.type(one) === "self_parameter");
  const draft = draftOf(node, walk);
  const owner = ownerOf(walk);
  const isMethod = owner !== null || isMember(walk);
  const at = facts.define({
    ...draft,
    // By its owner: the outline has methods in an `impl` inside of a function, which is none here, and none in a macro's arguments.
    kind: draft.kind === "test" ? "test" : isMethod ? "method" : "function",
    flags:
      draft.flags |
      (isMethod && !hasSelf ? STATIC : 0) |
      (tree.field(node, "body") === NO_NODE ? ABSTRACT : 0) |
      linkedFlag(node, walk) |
      askedFor(owner),
    parameters: parameters.filter((one) => tree.type(one) === "parameter").length,
    ...(isMethod ? { binds: false } : {}),
    ...placeOf(owner),
  });
  if (tree.text(tree.childOfType(node, "function_modifiers")).includes("unsafe")) {
    facts.hazard(UNSAFE);
  }
  facts.within({ kind: "function", definition: at }, () => {
    bindTypeParameters(node, walk);
    facts.amend(at, { type: givenBy(walk.value(tree.field(node, "return_type")), at, walk) });
    for (const one of parameters) {
      if (tree.type(one) === "parameter") {
        const value = walk.value(tree.field(one, "type"));
        bindPattern(tree.field(one, "pattern"), value, walk);
      }
    }
    const enclosing = walk.state;
    enclosing.inBody += 1;
    walk.value(tree.field(node, "body"));
    enclosing.inBody -= 1;
  });
};

export const structItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const at = defined(node, walk);
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    withSelf(rooted(definitionChain(at)), walk, () => fieldsOf(tree.field(node, "body"), at, walk));
  });
};

function fieldsOf(list: NodeAt, parent: DefinitionAt, walk: Walk): void {
  const { tree, facts } = walk;
  let place = 0;
  for (const field of tree.children(list)) {
    if (tree.type(field) === "field_declaration") {
      facts.define({
        ...draftOf(field, walk, tree.field(field, "name")),
        type: walk.value(tree.field(field, "type")),
        parent,
        binds: false,
      });
    } else if (tree.fieldOf(field) === "type") {
      placed(field, place, parent, walk);
      place += 1;
    } else {
      walk.visit(field);
    }
  }
}

/** Items are bound before their file is read: `impl` blocks may be above their types. */
function defined(node: NodeAt, walk: Walk): DefinitionAt {
  const known = walk.state.early.get(walk.tree)?.get(node);
  return known ?? walk.facts.define(draftOf(node, walk));
}

const EARLY: ReadonlySet<string> = new Set(["struct_item", "union_item", "enum_item", "trait_item"]);

/** Defines the types that stand directly in this list of items. */
export function defineTypes(list: NodeAt, walk: Walk): void {
  const { early } = walk.state;
  const known = early.get(walk.tree) ?? new Map<NodeAt, DefinitionAt>();
  early.set(walk.tree, known);
  for (const item of walk.tree.children(list)) {
    if (EARLY.has(walk.tree.type(item))) {
      known.set(item, walk.facts.define(draftOf(item, walk)));
    }
  }
}

export const enumItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const at = defined(node, walk);
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    for (const variant of tree.children(tree.field(node, "body"))) {
      if (tree.type(variant) !== "enum_variant") {
        walk.visit(variant);
        continue;
      }
      // A variant is a value of its enum, with or without parts.
      const type = stepped(rooted(definitionChain(at)), "^");
      const member = facts.define({
        ...draftOf(variant, walk, tree.field(variant, "name")),
        kind: "member",
        flags: STATIC,
        type,
        parent: at,
        binds: false,
      });
      fieldsOf(tree.field(variant, "body"), member, walk);
      walk.visit(tree.field(variant, "value"));
    }
  });
};

export const traitItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const at = defined(node, walk);
  facts.within({ kind: "block", definition: at }, () => {
    bindTypeParameters(node, walk);
    const supers = tree.children(tree.field(node, "bounds")).map((bound) => pathOf(bound, walk, "extend"));
    facts.amend(at, { supers });
    withSelf(rooted(definitionChain(at)), walk, () => walk.visit(tree.field(node, "body")));
  });
};

export const typeItem: Visitor = (node, walk) => {
  const owner = ownerOf(walk);
  const draft = draftOf(node, walk);
  const flags = draft.flags | askedFor(owner) | (walk.tree.field(node, "type") === NO_NODE ? ABSTRACT : 0);
  const at = walk.facts.define({ ...draft, flags, ...placeOf(owner), binds: owner === null });
  walk.facts.within({ kind: "block" }, () => {
    bindTypeParameters(node, walk);
    walk.facts.amend(at, { type: walk.value(walk.tree.field(node, "type")) });
  });
};

/** Constants and statics; in functions they are not visible outside. */
export const constItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const type = walk.value(tree.field(node, "type"));
  const owner = ownerOf(walk);
  const kind = facts.definition(facts.enclosing)?.kind;
  if (owner === null && (kind === "function" || kind === "method" || kind === "test")) {
    facts.local(tree.text(tree.field(node, "name")), type);
  } else {
    const isMethod = owner !== null || isMember(walk);
    const isBare = isMethod && tree.field(node, "value") === NO_NODE;
    const draft = draftOf(node, walk);
    facts.define({
      ...draft,
      flags: draft.flags | askedFor(owner) | linkedFlag(node, walk) | (isBare ? ABSTRACT : 0),
      type,
      ...placeOf(owner),
      ...(isMethod ? { binds: false } : {}),
    });
  }
  walk.visit(tree.field(node, "value"));
};

export const modItem: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(node, walk);
  const at = facts.define(draft);
  const body = tree.field(node, "body");
  const file = body === NO_NODE ? pathAttributeOf(node, walk) : null;
  if (file !== null) {
    facts.import({ local: null, imported: null, specifier: file, line: draft.nameLine });
  }
  const enclosing = walk.state;
  enclosing.depth += 1;
  facts.within({ kind: "block", definition: at }, () => {
    defineTypes(body, walk);
    walk.visit(body);
  });
  enclosing.depth -= 1;
};

/** The file that `#[path = "unix/pipe.rs"]` names for a module; null without one. */
function pathAttributeOf(node: NodeAt, walk: Walk): string | null {
  for (const lead of leadsOf(walk.tree, node)) {
    const [, file = null] = /^#\[\s*path\s*=\s*"([^"\\]{1,300}\.rs)"\s*\]$/u.exec(walk.tree.text(lead)) ?? [];
    if (file !== null) {
      return file;
    }
  }
  return null;
}

export const macroDefinition: Visitor = (node, walk) => {
  // A macro is seen after its definition wherever its module is.
  const draft = draftOf(node, walk);
  const at = walk.facts.define({ ...draft, flags: draft.flags | EXPORTED | MACRO, binds: false });
  walk.state.macros.set(draft.name, at);
  const { tree } = walk;
  for (const rule of tree.children(node)) {
    const made = tree.field(rule, "right");
    if (made !== NO_NODE) {
      readTokens(made, walk, "rules");
    }
  }
};
