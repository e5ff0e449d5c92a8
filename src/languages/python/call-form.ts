// Parameters and arguments of Python.
import type { CallForm } from "../contract/call-form.ts";

export const pythonCalls: CallForm = {
  opaque: /#[^\n]*|"{3}[\s\S]*?"{3}|'{3}[\s\S]*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y,
  name: /^\**(\w+)/,
  optional: /[^=!<>]=[^=]/,
  variadic: /^\*\w/,
  receiver: /^(?:self|cls|mcs)\b/,
  takesAnyName: /^\*\*/,
  namesOnlyAfter: /^\*(?!\*)/,
  mark: /^[*/]$/,
  namedArgument: /^(\w+)\s*=(?!=)/,
  spread: /^\*/,
  unnamedConstructors: { inClass: /\bcls(?=\()/g, inSubclass: /\bsuper\(\)\.__init__(?=\()/g },
  bareLambda: /\blambda\b[^:]*,/,
};
