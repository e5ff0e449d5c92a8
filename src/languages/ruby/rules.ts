// How names of Ruby lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { ruby } from "./modules.ts";

export const rubyRules: LinkRules = {
  modules: ruby,
  callMakes: false,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: false,
  supersInOrder: true,
  openClasses: true,
};
