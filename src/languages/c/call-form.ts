// Parameters and arguments of C and C++.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const cppCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /(\w+)\s*(?:\[[^\]]*\])*\s*(?:=[\s\S]*)?$/,
  optional: /=/,
  variadic: /\.\.\./,
  mark: /^void$/,
  constructorCall: /\s+\w+(?=\s*[({])/y,
  takesBraces: true,
};

/** `int size()` says nothing of the parameters. */
export const cCalls: CallForm = { ...cppCalls, emptyIsUnknown: true };
