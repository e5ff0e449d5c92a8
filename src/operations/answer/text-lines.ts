// Escapes names in the lines of a text answer: characters in a repository's names that would end a line, or hide or reorder
// text. Source between fences is not changed.

/** Control characters other than tab, line separators, and marks that hide or reorder text. */
const UNSEEN = /[^\P{Cc}\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;
const FENCE = /^`{3,}$/;

const escaped = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;

/** The text with all of these escaped, including line breaks: for text without source. */
export const plainText = (text: string): string => text.replace(UNSEEN, escaped);

/** JSON in which all of these are escaped as JSON escapes them. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );

export function textLines(lines: readonly string[]): string {
  let fence = "";
  return lines
    .map((line) => {
      const isSource = fence !== "";
      if (isSource ? line === fence : FENCE.test(line)) {
        fence = isSource ? "" : line;
      }
      return isSource ? line : plainText(line);
    })
    .join("\n");
}
