// Parameters and arguments of Rust.
import { type CallForm, SLASH_COMMENTS_AND_CHARACTERS } from "../contract/call-form.ts";

export const rustCalls: CallForm = {
  opaque: SLASH_COMMENTS_AND_CHARACTERS,
  name: /^(?:mut\s+)?(\w+)\s*:/,
  optional: /(?!)/,
  variadic: /^\.\.\.$/,
  receiver: /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/,
  bareLambda: /\|[^|]*,[^|]*\|/,
};
