// Text of a repository as an answer shows it: no name can start a line of its own, and no source can close the fence that encloses it.

/** Control characters, line separators and marks that reorder text, as escapes: a line feed is `\\u{a}`. */
export const escapeControls = (text: string): string => escapeUnseen(text);

/** A name as it appears in a line: escaped, including backslashes, so that no name can look like an escape. */
export const escapeName = (name: string): string => escapeControls(name.replaceAll("\\", "\\\\"));

/** A drive or a share of Windows, whose separators are backslashes. */
const WINDOWS_ROOT = /^(?:[A-Za-z]:\\|\\\\)/;

/** The same of an absolute path; Windows' separators stay as they are. */
export const escapeRoot = (path: string): string => (WINDOWS_ROOT.test(path) ? escapeControls(path) : escapeName(path));

/** A name longer than this is shown by its beginning. In UTF-16 units. */
const NAME_LENGTH_MAX = 160;

/** The name, or its first 160 UTF-16 units and an ellipsis. */
export const shortened = (name: string): string =>
  name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name;

const FENCE = "```";

/** A Markdown fence longer than any run of backticks in the texts, so that none of them can close it. */
export function fenceFor(...texts: readonly string[]): string {
  const runs = texts.flatMap((text) => (text.includes(FENCE) ? (text.match(/`{3,}/g) ?? []) : []));
  return runs.reduce((fence, run) => (run.length >= fence.length ? `${run}\`` : fence), FENCE);
}

// Numbers, sizes, counts and times as people read them.

/**
 * Created once: `toLocaleString` takes some microseconds, and an answer is rendered several times until it fits its budget. And only for a
 * number that needs it: the first one takes 15 ms of a program's start.
 */
let numbers: Intl.NumberFormat | undefined;

/** `12,345`: thousands apart, at most three decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) {
    return String(value);
  }
  numbers ??= new Intl.NumberFormat("en");
  return numbers.format(value);
}

/** In binary units, as the settings use them: `640 KiB`, `1.3 GiB`. */
export function renderBytes(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** `1 project`, `3,210 vectors`. */
export const renderCount = (count: number, one: string, many: string = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `8 s`, `2:05 min`, `1:10 h`. */
export function renderDuration(exactSeconds: number): string {
  const seconds = Math.max(0, Math.round(exactSeconds));
  const pair = (whole: number, part: number) => `${whole}:${String(part).padStart(2, "0")}`;
  if (seconds < 60) {
    return `${seconds} s`;
  }
  return seconds < 3600
    ? `${pair(Math.floor(seconds / 60), seconds % 60)} min`
    : `${pair(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60))} h`;
}

/** `1st`, `22nd`, `113th`. */
export function renderOrdinal(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${formatNumber(place)}${ending}`;
}

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
