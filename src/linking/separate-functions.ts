// Languages whose functions have a namespace of their own: a field and a method may have one name.
import { functionsApart, isFunction } from "./children.ts";
import type { LanguageSemantics } from "./semantics.ts";

export const FUNCTIONS_APART: Pick<LanguageSemantics, "functionMark" | "childrenNamed" | "isOneKind" | "resultsOf"> = {
  functionMark: "/",
  childrenNamed: functionsApart(),
  isOneKind: (one, other) => isFunction(one) === isFunction(other),
  resultsOf: "all overloads",
};
