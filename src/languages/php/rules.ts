// How names of PHP lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { php } from "./modules.ts";

export const phpRules: LinkRules = {
  modules: php,
  callMakes: false,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: false,
  functionsApart: true,
  packaged: true,
  rooted: true,
  asksHosts: true,
  givesOneOfEnum: new Set(["from", "tryFrom"]),
  supersInOrder: true,
};
