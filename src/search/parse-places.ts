// Paths in a query, with the line that stands beside each: what compilers, stack traces and links write. Knows no
// project; retrieve.ts finds which files are meant.

/** A file or folder that the query names. */
export interface Place {
  /** `/`-separated; without a scheme, a drive, and leading slashes or dots. */
  readonly path: string;
  /** 1-based; null where none is given. */
  readonly line: number | null;
}

/** `src/app.ts`, `./a/b`, `(group)/[id].tsx`. */
const PATH = /^(?:\.{0,2}[\\/])?[\p{L}\p{M}\p{N}_$@.+~-]+(?:[\\/][\p{L}\p{M}\p{N}_$@.+~[\]()-]+)*$/u;
/** File endings that no code qualifies a name with. `Class.method` must stay a name. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py[ix]?|go|rs|java|kts?|scala|[ch](?:pp|xx|c)?|cc|hh|cs|rb|php|swift|dart|lua|exs?|hs|mli?|zig|(?:ba|z)?sh|sql|html?|s?css|json|ya?ml|toml|mdx?|rst|adoc|txt|xml|vue|svelte|lock|proto|gradle)$/i;
/** `:12`, `:12:3`, `:12:in` (Ruby), `(12)` and `(12,3)` (C#, PHP; the bracket may be stripped), `#L12-L20` (links). */
const LINE_SUFFIX = /(?::(\d{1,9})(?::\d{1,9})?(?::in)?|\((\d{1,9})(?:,\d{1,9})?\)?|#L(\d{1,9})(?:-L?\d{1,9})?)$/;
/** `C:\`, `file:///`, `https://`. */
const ORIGIN = /^(?:[a-z]:(?=[\\/])|[a-z][a-z+-]*:\/{2,3})/i;
const BRACKETS_AROUND = /^[("'`<[]+|[)"'`>\],;:]+$/g;

/** `line 12` after `"app.py",` (Python) and `12` after `App.cs:line` (.NET). */
function lineAfter(token: string, next: readonly string[]): number | null {
  const word = token.endsWith(":line") ? next[0] : next[0] === "line" ? next[1] : undefined;
  const digits = word?.match(/^\d{1,9}/)?.[0];
  return digits === undefined ? null : Number(digits);
}

function placeOf(token: string, next: readonly string[]): Place | null {
  const bare = token.replace(BRACKETS_AROUND, "").replace(/:line$/, "");
  const suffix = LINE_SUFFIX.exec(bare);
  const whole = (suffix === null ? bare : bare.slice(0, suffix.index)).replace(ORIGIN, "");
  // Java: `at com.shop.Cart.total(Cart.java:12)`.
  const named = PATH.test(whole) ? whole : whole.slice(whole.lastIndexOf("(") + 1);
  const isPath = PATH.test(named) && (/[\\/]/.test(named) ? /[\p{L}\p{N}]/u.test(named) : FILE_ENDING.test(named));
  if (!isPath) {
    return null;
  }
  const digits = suffix?.slice(1).find((group) => group !== undefined);
  const path = named.replaceAll("\\", "/").replace(/^(?:\.{0,2}\/)+/, "");
  return path === "" ? null : { path, line: digits === undefined ? lineAfter(token, next) : Number(digits) };
}

/** Each place once, in order. */
export function placesIn(tokens: readonly string[]): Place[] {
  const places = tokens.flatMap((token, at) => placeOf(token, tokens.slice(at + 1, at + 3)) ?? []);
  return [...new Map(places.map((place) => [`${place.path}:${place.line}`, place])).values()];
}
