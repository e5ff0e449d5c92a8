// Parameters and arguments of C#.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const csharpCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /(\w+)\s*(?:=[^>][\s\S]*)?$/,
  optional: /=(?![=>])|\[Optional/,
  variadic: /\bparams\b/,
  receiver: /^(?:\[[^\]]*\]\s*)*this\b/,
  namedArgument: /^(\w+)\s*:(?!:)/,
  unnamedConstructors: { inClass: /:\s*this(?=\()/g, inSubclass: /:\s*base(?=\()/g, typed: /=\s*new(?=\()/g },
  typesTakeParameters: true,
};
