// How names of Rust lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { rust } from "./modules.ts";

export const rustRules: LinkRules = {
  modules: rust,
  callMakes: false,
  handsImportsOn: true,
  starsBind: true,
  scriptsAreGlobal: false,
  pathsAreMembers: true,
  traits: true,
  fieldsApart: true,
  passesOn: new Set(
    "borrow borrow_mut lock read write get_mut take replace into_inner iter iter_mut project project_ref get_ref".split(
      " ",
    ),
  ),
};
