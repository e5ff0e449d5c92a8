// The lines of a text without what is no code.
import type { CallForm } from "./contract/call-form.ts";

/** Code in a string: `"$x ${x} #{x}"`, `"\\(x)"`, and behind a sign `f"{x}"`, `$"{x}"`. */
const CODE_IN_STRING = /(?<=\$)\w+|(?<=[$#]\{)[^{}]*(?=\})|(?<=\\\()[^()]*(?=\))/g;
const CODE_IN_MARKED_STRING = /(?<=\{)[^{}]*(?=\})/g;

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** A comment or string with blanks for all but the code in it. `before`: the character before it. */
function bared(skipped: string, before: string | undefined): string {
  let bare = "";
  for (const { 0: code, index } of /^["'`]/.test(skipped)
    ? skipped.matchAll(/[fF$]/.test(before ?? "") ? CODE_IN_MARKED_STRING : CODE_IN_STRING)
    : []) {
    bare += blank(skipped.slice(bare.length, index)) + code;
  }
  return bare + blank(skipped.slice(bare.length));
}

/** With blanks for what is in strings and comments, except code in strings; as they are where the language has no form. */
export function codeLinesOf(text: string, form: CallForm | undefined): readonly string[] {
  if (form === undefined) {
    return text.split("\n");
  }
  const { opaque } = form;
  let bare = "";
  for (let at = 0; at < text.length; ) {
    opaque.lastIndex = at;
    const [skipped = ""] = opaque.exec(text) ?? [];
    bare += skipped === "" ? text[at] : bared(skipped, text[at - 1]);
    at += Math.max(1, skipped.length);
  }
  return bare.split("\n");
}
