// Parameters and arguments of PHP.
import type { CallForm } from "../contract/call-form.ts";

export const phpCalls: CallForm = {
  opaque: /#(?!\[)[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y,
  name: /\$(\w+)/,
  optional: /=(?![=>])/,
  variadic: /\.\.\./,
  namedArgument: /^(\w+)\s*:(?!:)/,
  spread: /^\.\.\./,
  unnamedConstructors: { inClass: /\bnew\s+(?:self|static)(?=\()/g, inSubclass: /\bparent::__construct(?=\()/g },
  moreFit: true,
  readsAll: /\bfunc_get_args?\b/,
};
