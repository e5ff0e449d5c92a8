// Parameters and arguments of PHP.
import type { CallForm } from "../contract/call-form.ts";

export const phpCalls: CallForm = {
  opaque: /#(?!\[)[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y,
  name: /\$(\w+)/,
  optional: /=(?![=>])/,
  variadic: /\.\.\./,
  namedArgument: /^(\w+)\s*:(?!:)/,
  spread: /^\.\.\./,
  moreFit: true,
  readsAll: /\bfunc_get_args?\b/,
};
