// Gleam.
import { quotedBy } from "../../syntax/code-outside-strings.ts";
import { firstNamed, type LanguageProfile, type NameFinder, nameOf, rules } from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import { gleamNeutralisers } from "./neutralisers.ts";

const OPAQUE = /\/\/[^\n]*|"(?:\\[\s\S]|[^"\\])*"|(?<open>")/y;
const SIGNS = signs("fn|let|case|pub|type|const|import|use|assert|panic|todo|opaque|if", UNFINISHED, COMMAS);

/** Without its parameters. */
const typeName: NameFinder = (tree, node) => nameOf(tree, tree.field(firstNamed(tree, node, "type_name"), "name"));

export const gleamProfile: LanguageProfile = {
  doubt: doubtGrammar("Gleam", quotedBy(OPAQUE), SIGNS),
  definitions: {
    ...rules("function", "function"),
    ...rules("variable", "constant"),
    type_definition: { kind: "type", name: typeName },
    type_alias: { kind: "type", name: typeName },
    external_type: { kind: "type", name: typeName },
  },
  leads: ["comment", "statement_comment", "module_comment", "attribute"],
  imports: ["import"],
  neutralisers: gleamNeutralisers,
};
