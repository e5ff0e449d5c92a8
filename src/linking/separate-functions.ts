// Languages whose functions have a namespace of their own: a field and a method may have one name.
import { isFunction, separateFunctionNames } from "./children.ts";
import type { LanguageSemantics } from "./semantics.ts";

export const SEPARATE_FUNCTIONS: Pick<LanguageSemantics, "functionMark" | "childrenNamed" | "isOneKind" | "resultsOf"> =
  {
    functionMark: "/",
    childrenNamed: separateFunctionNames(),
    isOneKind: (one, other) => isFunction(one) === isFunction(other),
    resultsOf: "all overloads",
  };
