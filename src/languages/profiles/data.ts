// JSON, YAML, TOML, XML and properties: the outer keys, two levels deep. What is deeper is data, not a name.
import type { Node } from "web-tree-sitter";
import { childOfType, type DefinitionRule, type KindFinder, type LanguageProfile, named, nameOf } from "../profile.ts";

const DEPTH_MAX = 1;

/** A key whose ancestor `steps` up is the document or another key's pair: a key of a list's items is no name. */
function key(steps: number, owners: ReadonlySet<string>): KindFinder {
  return (node, { depth }) => {
    let at: Node | null = depth > DEPTH_MAX ? null : node;
    for (let step = 0; step < steps && at !== null; step += 1) {
      at = at.parent;
    }
    return at !== null && owners.has(at.type) ? "data" : null;
  };
}

export const json: LanguageProfile = {
  definitions: { pair: { kind: key(2, new Set(["document", "pair"])), name: "key" } },
  leads: ["comment"],
};

export const yaml: LanguageProfile = {
  definitions: { block_mapping_pair: { kind: key(3, new Set(["document", "block_mapping_pair"])), name: "key" } },
  leads: ["comment"],
};

const tomlKeys = named("bare_key", "dotted_key", "quoted_key");

export const toml: LanguageProfile = {
  definitions: {
    pair: { kind: key(1, new Set(["document", "table", "table_array_element"])), name: tomlKeys },
    table: { kind: "data", name: tomlKeys },
    table_array_element: { kind: "data", name: tomlKeys },
  },
  leads: ["comment"],
};

const element: DefinitionRule = {
  kind: (_node, { depth }) => (depth <= DEPTH_MAX ? "data" : null),
  name: (node, text) => {
    const tag = childOfType(node, "STag", "EmptyElemTag");
    return tag === null ? null : nameOf(childOfType(tag, "Name"), text);
  },
};

export const xml: LanguageProfile = {
  definitions: { element },
  leads: ["Comment"],
};

export const properties: LanguageProfile = {
  definitions: { property: { kind: "data", name: named("key") } },
  leads: ["comment"],
};
