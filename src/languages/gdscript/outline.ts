// GDScript.

import { type LanguageProfile, named, outsideFunctions, rules } from "../../syntax/profile.ts";

export const gdscriptProfile: LanguageProfile = {
  definitions: {
    ...rules("function", "function_definition"),
    ...rules("class", "class_definition"),
    ...rules("enum", "enum_definition"),
    constructor_definition: { kind: "method", name: (tree, node) => ({ name: "_init", offset: tree.start(node) }) },
    signal_statement: { kind: "variable", name: named("name") },
    class_name_statement: { kind: "class", name: named("name") },
    const_statement: { kind: outsideFunctions("variable") },
    variable_statement: { kind: outsideFunctions("variable") },
  },
  leads: ["comment", "annotation"],
  imports: ["extends_statement"],
};
