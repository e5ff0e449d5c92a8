// How names of Java lead to definitions.
import type { LinkRules } from "../../linking/rules.ts";
import { JVM } from "../jvm/rules.ts";
import { chooseOverloads } from "./overloads.ts";

export const javaRules: LinkRules = { ...JVM, chooseOverloads, marksOverrides: true };
