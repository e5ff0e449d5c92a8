// Parameters and arguments of Swift. A parameter has a label, which its calls must write, or `_`.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

/** `@escaping`, `@ParserBuilder<Element.Input>`, `@Clamping(0...10)`. */
const ATTRIBUTES = String.raw`^(?:@[\w.]+(?:<(?:[^<>]|<[^<>]*>)*>)?(?:\([^)]*\))?\s+)*`;

export const swiftCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: new RegExp(String.raw`${ATTRIBUTES}(?:_\s+)?(\w+)`),
  optional: /(?<![=!<>])=(?![=>])/,
  variadic: /\.\.\.\s*$/,
  byNameAlone: new RegExp(String.raw`${ATTRIBUTES}(?!_\s)\w+`),
  namedArgument: /^(\w+)\s*:(?!:)/,
  // A string between the parentheses of another one may have commas.
  spread: /\\\(/,
  unnamedConstructors: { inClass: /\bself\.init(?=\()/g, inSubclass: /\bsuper\.init(?=\()/g },
  blockIsArgument: true,
};
