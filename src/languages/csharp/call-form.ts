// Parameters and arguments of C#.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const csharpCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /(\w+)\s*(?:=[^>][\s\S]*)?$/,
  optional: /=(?![=>])|\[Optional/,
  variadic: /\bparams\b/,
  receiver: /^(?:\[[^\]]*\]\s*)*this\b/,
  namedArgument: /^(\w+)\s*:(?!:)/,
  unnamedConstructors: {
    // `Store<int> store = new("a")` names what it makes; in `List<Store> stores = new()` the name is an argument.
    inClass: /:\s*this(?=\()/g,
    inSubclass: /:\s*base(?=\()/g,
    typed: (name) => new RegExp(`${name}(?:<[^;=()]*>)?\\??\\s+\\w+\\s*(?:\\{[^{}]*\\}\\s*)?=\\s*new(?=\\()`, "g"),
  },
  typesTakeParameters: true,
};
