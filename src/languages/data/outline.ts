// JSON, YAML, TOML, XML and properties: the outer keys, two levels deep. What is deeper, or in a
// list, is data without a name.

import {
  type DefinitionRule,
  firstNamed,
  type KindFinder,
  type LanguageProfile,
  named,
  nameOf,
} from "../../syntax/profile.ts";
import { jsoncNeutralisers, jsonNeutralisers, tomlNeutralisers } from "./neutralisers.ts";

const DEPTH_MAX = 1;

const outer: KindFinder = (_tree, _node, { depth }) => (depth <= DEPTH_MAX ? "data" : null);

export const jsonProfile: LanguageProfile = {
  neutralisers: jsonNeutralisers,
  definitions: { pair: { kind: outer, name: "key" } },
  leads: ["comment"],
  opaque: ["array"],
};

export const jsoncProfile: LanguageProfile = {
  ...jsonProfile,
  neutralisers: [...jsonNeutralisers, ...jsoncNeutralisers],
  unreadSyntax: [
    { construct: "YAML in a file that may be JSON", pattern: /^(?:---|[A-Za-z][\w-]{0,99}:(?:\s|$))/m },
    { construct: "JSON5", pattern: /'|(?:^|[{,])\s{0,99}[A-Za-z_$][\w$]{0,99}\s{0,9}:/m },
  ],
};

/** A line has no name. */
export const jsonlProfile: LanguageProfile = { definitions: {}, leads: [], neutralisers: jsonNeutralisers };

/** What makes YAML out of it: Helm, Jinja and ERB. */
const TEMPLATE = /\{\{|\{%|<%/;

export const yamlProfile: LanguageProfile = {
  doubt: (text, first) =>
    TEMPLATE.test(text) ? `it is a template, of which the YAML is not known; the parser stops at line ${first}` : null,
  definitions: { block_mapping_pair: { kind: outer, name: "key" } },
  leads: ["comment"],
  opaque: ["block_sequence", "flow_sequence", "flow_mapping"],
};

const tomlKeys = named("bare_key", "dotted_key", "quoted_key");

export const tomlProfile: LanguageProfile = {
  definitions: {
    pair: { kind: outer, name: tomlKeys },
    table: { kind: "data", name: tomlKeys },
    table_array_element: { kind: "data", name: tomlKeys },
  },
  leads: ["comment"],
  opaque: ["array", "inline_table"],
  neutralisers: tomlNeutralisers,
  unreadSyntax: [{ construct: "bare keys of letters beyond ASCII", pattern: /^[ \t]*\[{0,2}[\w.-]*[^\0-\x7f]/m }],
};

const element: DefinitionRule = {
  kind: outer,
  name: (tree, node) => {
    return nameOf(tree, firstNamed(tree, firstNamed(tree, node, "STag", "EmptyElemTag"), "Name"));
  },
};

export const xmlProfile: LanguageProfile = {
  definitions: { element },
  leads: ["Comment"],
};

export const propertiesProfile: LanguageProfile = {
  definitions: { property: { kind: "data", name: named("key") } },
  leads: ["comment"],
};
