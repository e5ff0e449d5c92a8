// Parameters and arguments of Scala, of the first list.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const scalaCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /(\w+)\s*:/,
  optional: /(?<![=!<>])=(?![=>])/,
  variadic: /\*\s*$/,
  // The compiler passes them.
  receiver: /^(?:implicit|using)\b/,
  namedArgument: /^(\w+)\s*=(?![=>])/,
  spread: /:\s*_\s*\*$|\w\*$/,
  blockIsArgument: true,
  unnamedConstructors: { inClass: /(?<![\w.])this(?=\()/g },
  typesTakeParameters: true,
};
