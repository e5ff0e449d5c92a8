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
  typesTakeParameters: true,
  fields: {
    marked: /^\s*@(?:dataclasses\.)?dataclass(?:\((?:frozen|slots|order|eq|repr)=\w+\))?\s*(?:#.*)?$/,
    head: /^\s*class\s+\w+(\s*(?:\(\s*\))?\s*:)?/,
    field: /^\s+(\w+\s*:\s*(?!.*\b(?:ClassVar|InitVar|KW_ONLY)\b)[^#]*?)\s*(?:#.*)?$/,
  },
  bareLambda: /\blambda\b[^:]*,/,
};
