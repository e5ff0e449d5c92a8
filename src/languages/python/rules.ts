// How names of Python lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { python } from "./modules.ts";

export const pythonRules: LinkRules = {
  modules: python,
  callMakes: true,
  handsImportsOn: true,
  starsBind: true,
  scriptsAreGlobal: false,
  supersInOrder: true,
  // Methods that a `with` statement calls.
  passesOn: new Set(["__enter__", "__aenter__"]),
};
