// Characters that are not drawn, or that change how the text around them is: as escapes they are seen, and change nothing.

/** Control characters, line separators, marks that reorder or join text, and fillers; not the two that choose the form of an emoji. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** A line feed as `\u{a}`. `kept`: characters that stay. */
export const escapeUnseen = (text: string, kept = ""): string =>
  text.replace(UNSEEN, (sign) => (kept.includes(sign) ? sign : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`));

/** A JSON text that says the same. */
export const escapeUnseenInJson = (json: string): string =>
  json.replace(UNSEEN, (sign) =>
    // Between values; in a text it is escaped already.
    sign === "\n"
      ? sign
      : Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
          "",
        ),
  );

export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0;
