// Gleam.
import { type LanguageProfile, named, rules } from "../../syntax/profile.ts";

export const gleamProfile: LanguageProfile = {
  definitions: {
    ...rules("function", "function", "external_function"),
    ...rules("variable", "constant"),
    type_definition: { kind: "type", name: named("type_name") },
    type_alias: { kind: "type", name: named("type_name") },
  },
  leads: ["comment", "statement_comment", "module_comment", "attribute"],
  imports: ["import"],
};
