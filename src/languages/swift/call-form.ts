// Parameters and arguments of Swift. A parameter has a label, which its calls must write, or `_`.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const swiftCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /^(?:@\w+\s+)*(?:_\s+)?(\w+)/,
  optional: /(?<![=!<>])=(?![=>])/,
  variadic: /\.\.\.\s*$/,
  byNameAlone: /^(?:@\w+\s+)*(?!_\s)\w+/,
  namedArgument: /^(\w+)\s*:(?!:)/,
  // A string between the parentheses of another one may have commas.
  spread: /\\\(/,
  unnamedConstructors: { inClass: /\bself\.init(?=\()/g, inSubclass: /\bsuper\.init(?=\()/g },
  blockIsArgument: true,
};
