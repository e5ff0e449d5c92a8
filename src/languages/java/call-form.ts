// Parameters and arguments of Java.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const javaCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /(\w+)(?:\[\])*$/,
  optional: /(?!)/,
  variadic: /\.\.\./,
  receiver: /\bthis$/,
  unnamedConstructors: { inClass: /(?<![\w.])this(?=\()/g, inSubclass: /(?<![\w.])super(?=\()/g },
  typesTakeParameters: true,
};
