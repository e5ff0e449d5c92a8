// Parameters and arguments of Kotlin.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const kotlinCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /(\w+)\s*:/,
  optional: /=(?![=>])/,
  variadic: /\bvararg\b/,
  namedArgument: /^(\w+)\s*=(?!=)/,
  spread: /^\*/,
  blockIsArgument: true,
  unnamedConstructors: { inClass: /:\s*this(?=\()/g, inSubclass: /:\s*super(?=\()/g },
  typesTakeParameters: true,
};
