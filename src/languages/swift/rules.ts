// How names of Swift lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { swift } from "./modules.ts";

export const swiftRules: LinkRules = {
  modules: swift,
  callMakes: true,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: false,
  openTypes: true,
  functionsApart: "first",
  privateToFile: true,
  overloads: 1,
};
