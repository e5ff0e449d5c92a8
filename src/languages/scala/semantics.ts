// How names of Scala lead to definitions.
import { returningReceiver } from "../../linking/calls.ts";
import { byNamedArgument } from "../../linking/named-arguments.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { isCapitalized } from "../contract/written-names.ts";
import { JVM } from "../jvm/semantics.ts";
import { APPLY, applied } from "./apply.ts";
import { ownOrExported } from "./exports.ts";
import { inNestedPackage, SCALA_PACKAGES } from "./nested-packages.ts";

export const scalaSemantics: LanguageSemantics = {
  ...JVM,
  packages: SCALA_PACKAGES,
  missingMember: [byNamedArgument, inNestedPackage],
  calls: [...JVM.calls, returningReceiver(new Set(["copy"]))],
  ownMembers: ownOrExported,
  inheritsOverloads: true,
  calledType: (context, callee) => applied(context, callee) ?? instanceOfType(context, callee),
  callMethod: APPLY,
  isConstructed: isCapitalized,
};
