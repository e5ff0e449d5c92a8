// How names of Java lead to definitions.

import { meantByArguments } from "../../linking/overload-by-arguments.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { SEPARATE_FUNCTIONS } from "../../linking/separate-functions.ts";
import { byAccessor } from "../jvm/accessors.ts";
import { JVM } from "../jvm/semantics.ts";
import { chooseOverloads } from "./overloads.ts";

export const javaSemantics: LanguageSemantics = {
  ...JVM,
  ...SEPARATE_FUNCTIONS,
  missingMember: [byAccessor],
  meant: meantByArguments(chooseOverloads),
  distinguishesOverloads: true,
  inheritsOverloads: true,
};
