// What the caller typed, made ready to search: one normal form (the cache keys on it), its terms, its identifiers and
// paths, and whether it asks for a name, a file or in plain words. Knows no project.
import { termsOf } from "../index/lexical/terms.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type Place, placesIn } from "./parse-places.ts";

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
  /** Tokens that look like paths (`src/app.ts`, `app.ts:12`), with their lines. */
  readonly places: readonly Place[];
}

/** A name and its qualifiers: `getById`, `Rack::Builder`, `fs.readFile`, `Vec#push`, `a->b`, `empty?`, `run()`. */
const SYMBOL = /^[\p{L}_$@][\p{L}\p{M}\p{N}_$]*(?:(?:::|->|[.#])[\p{L}_$@][\p{L}\p{M}\p{N}_$]*)*[?!]?(?:\(\))?$/u;
const QUALIFIED = /[\p{L}_$@][\p{L}\p{M}\p{N}_$]*(?:(?:::|->|[.#])[\p{L}_$@][\p{L}\p{M}\p{N}_$]*)*/gu;
const QUALIFIER = /::|->|[.#]/;

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

export function normalizeQuery(text: string): string {
  return text.normalize("NFKC").replace(CONTROL, " ").trim();
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
  const places = placesIn(tokens);
  const shape = tokens.length > 1 ? "words" : places.length > 0 ? "path" : SYMBOL.test(text) ? "symbol" : "words";
  const parts = shape === "symbol" ? text.replace(/\(\)$/, "").split(QUALIFIER) : [];
  return {
    text,
    shape,
    terms: [...new Set(termsOf(text))],
    identifiers: identifiersIn(text),
    symbol: parts.at(-1) ?? null,
    qualifiers: parts.slice(0, -1),
    places,
  };
}
