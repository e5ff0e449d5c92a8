// How names of Scala lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { JVM } from "../jvm/rules.ts";

export const scalaRules: LinkRules = {
  ...JVM,
  callMakes: true,
  marksOverrides: true,
  functionsApart: false,
  accessors: false,
  applied: "apply",
  packagesNest: true,
};
