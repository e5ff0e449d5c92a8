// How names of TypeScript and JavaScript lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { ecmascript } from "./modules.ts";

export const ecmascriptRules: LinkRules = {
  modules: ecmascript,
  callMakes: false,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: true,
  fewerParametersFit: true,
  bareInterfaces: true,
  keysAreMembers: true,
};
