// Excludes files by their bytes if no line of them can match, which is far cheaper than reading them as text. Never excludes a
// file with a match.
import { isUtf8 } from "node:buffer";
import { byteOrderMark } from "../../project/decode.ts";
import { literalExpression, type TextPattern } from "./pattern.ts";

/** Whether a file of these bytes may match. */
export type Sieve = (bytes: Buffer) => boolean;

/** Fewer letters occur in nearly every file. */
const RUN_MIN = 3;

/** Null if only reading the text can decide. */
export function openSieve({ needle, ignoresCase }: TextPattern): Sieve | null {
  if (needle === null || /\p{Surrogate}/u.test(needle)) {
    return null;
  }
  const run = longest(needle.match(/[\t -~]+/g) ?? []);
  if (run !== needle && !ignoresCase) {
    const holds = holdsBytes(Buffer.from(needle, "utf8"));
    return (bytes) => holds(bytes) || !isUtf8(bytes);
  }
  if (run !== needle && run.length < RUN_MIN) {
    return null;
  }
  // ASCII is the same bytes in every encoding that files are read in but UTF-16.
  const holds = ignoresCase ? holdsAnyCase(run) : holdsBytes(Buffer.from(run, "latin1"));
  return (bytes) => holds(bytes) || isUtf16(bytes);
}

const longest = (runs: readonly string[]): string =>
  runs.reduce((best, run) => (run.length > best.length ? run : best), "");

const holdsBytes =
  (needle: Buffer): Sieve =>
  (bytes) =>
    bytes.includes(needle);

function holdsAnyCase(needle: string): Sieve {
  const expression = literalExpression(needle, "i");
  return (bytes) => expression.test(bytes.toString("latin1"));
}

function isUtf16(bytes: Buffer): boolean {
  const mark = byteOrderMark(bytes);
  return mark === "utf-16le" || mark === "utf-16be";
}
