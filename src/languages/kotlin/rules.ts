// How names of Kotlin lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { JVM } from "../jvm/rules.ts";

export const kotlinRules: LinkRules = {
  ...JVM,
  callMakes: true,
  marksOverrides: true,
  functionsApart: "first",
  extensions: true,
  receiversOfLambdas: true,
  privateToFile: true,
};
