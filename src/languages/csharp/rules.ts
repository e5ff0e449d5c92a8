// How names of C# lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { csharp } from "./modules.ts";

export const csharpRules: LinkRules = {
  modules: csharp,
  callMakes: false,
  handsImportsOn: false,
  starsBind: true,
  scriptsAreGlobal: false,
  packaged: true,
  namespaces: true,
  receiversFirst: true,
  importsForAll: ["GlobalUsings.cs", "Usings.cs", "GlobalUsing.cs", "Imports.cs"],
  decoratorEnding: "Attribute",
  overloads: 1,
};
