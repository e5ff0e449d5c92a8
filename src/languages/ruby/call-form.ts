// Parameters and arguments of Ruby, as far as they stand in parentheses.
import type { CallForm } from "../contract/call-form.ts";

export const rubyCalls: CallForm = {
  opaque: /#(?!\{)[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y,
  name: /^[*&]*(\w+)/,
  optional: /=|^\w+:\s*\S|^&/,
  variadic: /^\*\w*$|^\.\.\.$/,
  takesAnyName: /^\*\*/,
  byNameAlone: /^\w+:/,
  namedArgument: /^(\w+):(?!:)/,
  spread: /^[*&]|^\.\.\.$|=>/,
  constructorCall: /\.new\b/y,
  unnamedConstructors: { inClass: /(?<![\w.:@])new(?=\()/g, inSubclass: /(?<![\w.])super(?=\()/g },
  bareLambda: /\|[^|]*,[^|]*\|/,
};
