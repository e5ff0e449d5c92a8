// Parameters and arguments of Go.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const goCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /^(\w+)(?:\s|$)/,
  optional: /(?!)/,
  variadic: /\.\.\./,
  spread: /\.\.\.$/,
  spreadIsVariadic: true,
  callsPassSeveral: true,
};
