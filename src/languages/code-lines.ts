// The lines of a text without what is no code.
import type { CallForm } from "./contract/call-form.ts";

/** With blanks for what is in strings and comments; as they are where the language has no form. */
export function codeLinesOf(text: string, form: CallForm | undefined): readonly string[] {
  if (form === undefined) {
    return text.split("\n");
  }
  const { opaque } = form;
  let bare = "";
  for (let at = 0; at < text.length; ) {
    opaque.lastIndex = at;
    const [skipped = ""] = opaque.exec(text) ?? [];
    bare += skipped === "" ? text[at] : skipped.replace(/[^\n]/g, " ");
    at += Math.max(1, skipped.length);
  }
  return bare.split("\n");
}
