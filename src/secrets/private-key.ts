// Private keys in a text: the line that begins one, with key material behind it. Code that only looks for such lines has none.
import { entropyOf } from "./randomness.ts";

const BEGIN = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;
/** Behind which a key of PuTTY stands, in a format of its own. */
const OF_PUTTY = /^Private-Lines: \d+$/;
/** Lines behind the beginning that may still be headers (`Proc-Type: …`). */
const HEAD_LINES = 6;
const MATERIAL = /[A-Za-z0-9+/]{40,}/;
/** Of a line of base 64; a typed line of the same letter stays below. */
const ENTROPY_MIN = 4;

/** Part of the key that begins on this line (0-based), to tell keys apart; null where none does. */
export function privateKeyAt(lines: readonly string[], at: number): string | null {
  const line = lines[at] ?? "";
  const begin = BEGIN.exec(line);
  if (begin === null) {
    return OF_PUTTY.test(line) ? materialIn(lines[at + 1] ?? "") : null;
  }
  const behind = [line.slice(begin.index + begin[0].length), ...lines.slice(at + 1, at + 1 + HEAD_LINES)];
  for (const text of behind) {
    if (text.includes("-----END")) {
      return materialIn(text.slice(0, text.indexOf("-----END")));
    }
    const material = materialIn(text);
    if (material !== null) {
      return material;
    }
  }
  return null;
}

function materialIn(text: string): string | null {
  const material = MATERIAL.exec(text.replaceAll("\\n", " "))?.[0] ?? null;
  return material !== null && entropyOf(material) >= ENTROPY_MIN ? material : null;
}

/** A line of a key in a file of its own, or in a string that is broken into lines. */
const KEY_LINE = /^[\s"'`+.]*(?<material>[A-Za-z0-9+/]{40,}={0,2})(?:\\[nr])*[\s"'`+.,;\\)]*$/;
const DRAWN = [/[a-z]/, /[A-Z]/, /\d/];

/** What of a line is, or looks like, the material of a private key, with its 0-based offset; null for none. To mask where it is shown. */
export function keyMaterialAt(line: string): { readonly value: string; readonly at: number } | null {
  const begin = BEGIN.exec(line);
  const from = begin === null ? 0 : begin.index + begin[0].length;
  const behind = line.slice(from).split("-----END")[0] ?? "";
  const first = begin === null ? (KEY_LINE.exec(line)?.groups?.["material"] ?? null) : materialIn(behind);
  if (first === null || entropyOf(first) < ENTROPY_MIN || !DRAWN.every((kind) => kind.test(first))) {
    return null;
  }
  const at = line.indexOf(first, from);
  return { value: begin === null ? first : line.slice(at, from + behind.length), at };
}
