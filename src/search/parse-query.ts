// What the caller typed, made ready to search: one normal form (the cache keys on it), its terms, its identifiers and
// paths, and whether it asks for a name, a file or in plain words. Knows no project.
import { termsOf } from "../index/lexical/terms.ts";
import { Failure } from "../vocabulary/failure.ts";

/** Longest query, in UTF-16 units after folding: a screen of stack trace. The model itself reads 256 tokens. */
export const QUERY_LENGTH_MAX = 4_000;

/** `symbol`: one name, perhaps qualified; `path`: one file or folder; `words`: anything else. */
export type QueryShape = "symbol" | "path" | "words";

export interface Query {
  /** NFKC, control characters and white space folded to single spaces, trimmed. */
  readonly text: string;
  readonly shape: QueryShape;
  /** Distinct, in order of first appearance. */
  readonly terms: readonly string[];
  /** Simple names in the query that are written as code is (`getById`, `MAX_SIZE`, `Router`), each once. */
  readonly identifiers: readonly string[];
  /** The name asked for, of a `symbol` query: its last part. */
  readonly symbol: string | null;
  /** The parts before it (`Rack` of `Rack::Builder`), outermost first. */
  readonly qualifiers: readonly string[];
  /** Tokens that look like paths (`src/app.ts`, `app.ts`), `/`-separated, without a line number. */
  readonly paths: readonly string[];
}

/** A name and its qualifiers: `getById`, `Rack::Builder`, `fs.readFile`, `Vec#push`, `a->b`, `empty?`, `run()`. */
const SYMBOL = /^[\p{L}_$@][\p{L}\p{M}\p{N}_$]*(?:(?:::|->|[.#])[\p{L}_$@][\p{L}\p{M}\p{N}_$]*)*[?!]?(?:\(\))?$/u;
const QUALIFIED = /[\p{L}_$@][\p{L}\p{M}\p{N}_$]*(?:(?:::|->|[.#])[\p{L}_$@][\p{L}\p{M}\p{N}_$]*)*/gu;
const QUALIFIER = /::|->|[.#]/;
/** `src/app.ts`, `./a/b`, `app.test.ts:12:3`. */
const PATH = /^(?:\.{0,2}[\\/])?[\p{L}\p{M}\p{N}_$@.+~-]+(?:[\\/][\p{L}\p{M}\p{N}_$@.+~[\]()-]+)*$/u;
const LINE_SUFFIX = /(?::\d+){1,2}$/;
/** File endings that no code qualifies a name with. `Class.method` must stay a name. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py[ix]?|go|rs|java|kts?|scala|[ch](?:pp|xx|c)?|cc|hh|cs|rb|php|swift|dart|lua|exs?|hs|mli?|zig|(?:ba|z)?sh|sql|html?|s?css|json|ya?ml|toml|mdx?|rst|adoc|txt|xml|vue|svelte|lock|proto|gradle)$/i;

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

export function normalizeQuery(text: string): string {
  return text.normalize("NFKC").replace(CONTROL, " ").trim();
}

function pathOf(token: string): string | null {
  const bare = token.replace(/^[("'`<[]+|[)"'`>\],;:]+$/g, "").replace(LINE_SUFFIX, "");
  const isPath = PATH.test(bare) && (/[\\/]/.test(bare) ? /[\p{L}\p{N}]/u.test(bare) : FILE_ENDING.test(bare));
  return isPath ? bare.replaceAll("\\", "/").replace(/^(?:\.{0,2}\/)+/, "") : null;
}

/** Written as names are written in code and words are not. A capital counts: `Router` is more often the name. */
const isCodeLike = (name: string): boolean =>
  /[_$]|\p{Ll}\p{Lu}|\p{L}\p{N}/u.test(name) || /^\p{Lu}\p{M}*\p{Ll}/u.test(name);

function identifiersIn(text: string): string[] {
  const names = new Set<string>();
  for (const [qualified] of text.matchAll(QUALIFIED)) {
    const parts = qualified.split(QUALIFIER);
    for (const part of parts) {
      if (parts.length > 1 || isCodeLike(part)) {
        names.add(part);
      }
    }
  }
  return [...names];
}

/** Throws INVALID_INPUT for an empty query and for one over QUERY_LENGTH_MAX. */
export function parseQuery(input: string): Query {
  const text = normalizeQuery(input);
  if (text === "") {
    throw new Failure("INVALID_INPUT", "the query is empty", {
      hint: "say in plain words what the code does, or give a symbol's name",
    });
  }
  if (text.length > QUERY_LENGTH_MAX) {
    throw new Failure(
      "INVALID_INPUT",
      `the query has ${text.length} characters, over the limit of ${QUERY_LENGTH_MAX}`,
      {
        hint: "ask for the part that matters: one question, one error message, one name",
      },
    );
  }
  const tokens = text.split(" ");
  const paths = [...new Set(tokens.map(pathOf).filter((path) => path !== null && path !== ""))] as string[];
  const shape = tokens.length > 1 ? "words" : paths.length > 0 ? "path" : SYMBOL.test(text) ? "symbol" : "words";
  const parts = shape === "symbol" ? text.replace(/\(\)$/, "").split(QUALIFIER) : [];
  return {
    text,
    shape,
    terms: [...new Set(termsOf(text))],
    identifiers: identifiersIn(text),
    symbol: parts.at(-1) ?? null,
    qualifiers: parts.slice(0, -1),
    paths,
  };
}
