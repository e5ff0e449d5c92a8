// What the languages of the Java virtual machine have in common.
import type { LinkRules } from "../../linking/rules.ts";
import { java } from "./modules.ts";

export const JVM: LinkRules = {
  modules: java,
  callMakes: false,
  handsImportsOn: false,
  starsBind: true,
  scriptsAreGlobal: false,
  functionsApart: true,
  packaged: true,
  accessors: true,
  overloads: 1,
};
