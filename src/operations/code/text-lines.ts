// Lines of a text answer, each of which stays one: what would end a line, or hide or reorder what it shows, in a name that a
// repository chose, is shown as an escape. Source between fences stands as it is.

/** Control characters other than a tab, ends of lines, and marks that hide or reorder text. */
const UNSEEN = /[^\P{Cc}\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;
const FENCE = /^`{3,}$/;

const escaped = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;

/** The text with all of these escaped, ends of lines too: for what holds no source. */
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
