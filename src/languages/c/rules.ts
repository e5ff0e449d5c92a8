// How names of C and C++ lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { c } from "./modules.ts";
import { chooseByCount } from "./overloads.ts";

export const cRules: LinkRules = {
  modules: c,
  callMakes: true,
  handsImportsOn: false,
  starsBind: false,
  scriptsAreGlobal: false,
  includes: true,
  passesOn: new Set("get lock release value value_or begin end load".split(" ")),
};

export const cppRules: LinkRules = { ...cRules, overloads: 2, chooseOverloads: chooseByCount };
