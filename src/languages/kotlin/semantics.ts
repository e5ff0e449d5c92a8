// How names of Kotlin lead to definitions.
import { returningReceiver } from "../../linking/calls.ts";
import { ofNameOrExtension, separateFunctionNames, withoutPrivate } from "../../linking/children.ts";
import { byNamedArgument } from "../../linking/named-arguments.ts";
import { BASE_PACKAGES } from "../../linking/packages.ts";
import type { LanguageSemantics } from "../../linking/semantics.ts";
import { SEPARATE_FUNCTIONS } from "../../linking/separate-functions.ts";
import { instanceOfType } from "../../linking/steps.ts";
import { isCapitalized } from "../contract/written-names.ts";
import { byAccessor } from "../jvm/accessors.ts";
import { JVM } from "../jvm/semantics.ts";
import { extension } from "./extensions.ts";

export const kotlinSemantics: LanguageSemantics = {
  ...JVM,
  ...SEPARATE_FUNCTIONS,
  // An extension's path begins with the type that it extends, so that it is found by its name alone.
  packages: { ...BASE_PACKAGES, declaring: (lookup, _wanted, name) => lookup.defining(name) },
  childrenNamed: separateFunctionNames({ orOther: true, all: ofNameOrExtension }),
  visibleElsewhere: withoutPrivate,
  missingMember: [byNamedArgument, byAccessor, extension],
  calls: [...JVM.calls, returningReceiver(new Set(["copy/"]))],
  calledType: instanceOfType,
  isConstructed: isCapitalized,
  isExtensionMember(definitions, at) {
    const { parent = -1, path = "" } = definitions[at] ?? {};
    const extended = path.split(".").at(-2);
    return extended !== undefined && extended !== definitions[parent]?.name;
  },
  lambdasHaveReceivers: true,
  inheritsOverloads: true,
  // `build.gradle.kts` runs on Gradle's project.
  runsOnObject: (path) => path.endsWith(".kts"),
};
