// What the caller typed, made ready to search: one normal form (the cache keys on it), its terms, its identifiers and paths,
// the constant text of a message, the frames of a trace, and which files beside the source it asks for.
import { termsOf } from "../../index/lexical/terms.ts";
import type { SideRole } from "../../languages/contract/side-files.ts";
import { asksForExports, asksForHeaders, rolesAskedBy } from "../../languages/file-role.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { type Message, parseMessage } from "./parse-message.ts";
import { type Place, placesIn } from "./parse-places.ts";
import { parseTrace, type Trace } from "./parse-trace.ts";
import { isNotEnglish, withoutOtherStopWords } from "./question-language.ts";

/** Longest query, in UTF-16 units after folding: some 150 lines of stack trace. */
export const QUERY_LENGTH_MAX = 16_000;
/** Longest text that is searched by its words: a trace is reduced to its message and the names of its inner frames. */
export const WORDS_LENGTH_MAX = 4_000;
/** Inner frames of a trace whose functions are looked for: callers further out say where it began, not what broke. */
const FRAMES_NAMED = 5;

/** `symbol`: one name, perhaps qualified; `path`: one file or folder; `words`: anything else. */
export type QueryShape = "symbol" | "path" | "words";

/** A word that the project has not, or a name that it does not define, and what was searched in its place. */
export interface Correction {
  /** As in the query. */
  readonly written: string;
  /** Names as they are defined, or words; at least one, the likeliest first. */
  readonly searched: readonly string[];
}

export interface Query {
  /** NFKC, control characters and white space folded to single spaces, trimmed. */
  readonly text: string;
  readonly shape: QueryShape;
  /**
   * What words are looked for: distinct, in order of first appearance. Without the words that a question is put with,
   * the values filled in to a message, and a trace's outer frames, unless nothing else would be left.
   */
  readonly terms: readonly string[];
  /**
   * Constant runs of words of an error message, longest first, in lower case with single spaces: the source that raises
   * it has them side by side. Empty for other queries. See ranking/words-alone.ts.
   */
  readonly phrases: readonly string[];
  /** What the embedder should read: of a trace its message and inner functions, else the text. */
  readonly gist: string;
  /** False for a question in another language: a model that reads only English would take it for something else. */
  readonly isEnglish: boolean;
  /** Kinds of files beside the source that the query asks for. */
  readonly asksFor: ReadonlySet<SideRole>;
  /** Whether it asks for the content of headers, and for what a folder exports. */
  readonly asksForHeaders: boolean;
  readonly asksForExports: boolean;
  /** Simple names in the query that are written as code is (`getById`, `MAX_SIZE`, `Router`), each once. */
  readonly identifiers: readonly string[];
  /** The name asked for, of a `symbol` query: its last part. */
  readonly symbol: string | null;
  /** The parts before it (`Rack` of `Rack::Builder`), outermost first. */
  readonly qualifiers: readonly string[];
  /** What is searched in place of what is nowhere: filled in by correct-typos.ts, which knows the project. */
  readonly corrections: readonly Correction[];
  /** Tokens that look like paths (`src/app.ts`, `app.ts:12`), with their lines; a trace's frames first, innermost first. */
  readonly places: readonly Place[];
}

/** A name and its qualifiers: `getById`, `Rack::Builder`, `fs.readFile`, `Vec#push`, `a->b`, `empty?`, `run()`. */
const SYMBOL = /^[\p{L}_$@][\p{L}\p{M}\p{N}_$]*(?:(?:::|->|[.#])[\p{L}_$@][\p{L}\p{M}\p{N}_$]*)*[?!]?(?:\(\))?$/u;
const QUALIFIED = /[\p{L}_$@][\p{L}\p{M}\p{N}_$]*(?:(?:::|->|[.#])[\p{L}_$@][\p{L}\p{M}\p{N}_$]*)*/gu;
const QUALIFIER = /::|->|[.#]/;

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

export const normalizeQuery = (text: string): string => text.normalize("NFKC").replace(CONTROL, " ").trim();

/** Written as names are written in code and words are not. A capital counts: `Router` is more often the name. */
const isCodeLike = (name: string): boolean =>
  /[_$]|\p{Ll}\p{Lu}|\p{L}\p{N}/u.test(name) || /^\p{Lu}\p{M}*\p{Ll}/u.test(name);

/** A word that is marked as a name: a call (`wrapped(to:)`, `run()`) or code between backticks. */
const MARKED = /[\p{L}_$@][\p{L}\p{M}\p{N}_$]*[?!]?(?=\()|(?<=`)[\p{L}_$@][\p{L}\p{M}\p{N}_$]*[?!]?(?=(?:\(\))?`)/gu;

const markedIn = (text: string): string[] => [...text.matchAll(MARKED)].map(([name]) => name);

/** `known` are names however they are written, with what encloses them. */
function identifiersIn(text: string, known: readonly string[]): string[] {
  const names = new Set(known.flatMap((name) => name.split(".")));
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

function checkLength(length: number, most: number, what: string): void {
  if (length > most) {
    throw new Failure("INVALID_INPUT", `${what} has ${length} characters, over the limit of ${most}`, {
      hint: "shorten it to one question, one error message or one name",
    });
  }
}

/**
 * How questions are put: the words of "where is the function that …", "how is … implemented", "… in this project" say nothing of the
 * subject. The same words inside a subject ("async functions", "help text") do, so only whole turns of phrase are removed. Each
 * pattern is anchored at a word and bounded.
 */
const TURNS: readonly RegExp[] = [
  /^(?:please |can you |could you |i want to |i need to |help me )*(?:show|tell|find|locate|explain|describe|list|give|see|understand|look for|search for)(?: (?:me|us))?\b(?! ?[(.:_])/i,
  /\b(?:the|a|an|any|which|what|some|all) (?:piece of |part of |bit of |lines? of )?(?:code|functions?|methods?|class(?:es)?|files?|modules?|places?|part|logic|implementation)(?= (?:that|which|where|who|responsible)\b)/gi,
  /\bwhich (?:code|functions?|methods?|class(?:es)?|files?|modules?|places?|parts?)(?= (?!of\b))/gi,
  /\bresponsible for\b/gi,
  /(?<=^(?:how|where|what|which)\b.{0,200})\b(?:implement(?:ed|s)?|(?:located|found|coded|defined|declared|done)(?=\s*[?.!]*$))\b/gi,
  /\bthe implementation of\b/gi,
  /\b(?:in|within|of|across) (?:this|the|our|my) (?:project|repo(?:sitory)?|code ?base|code|source)\b/gi,
];

/** The text without these turns; as it is where nothing with a letter or digit would be left. */
export function withoutQuestionWords(text: string): string {
  const rest = TURNS.reduce((left, turn) => left.replace(turn, " "), text);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Functions of the inner frames, of the project's where the trace has any that could be. */
function functionsOf({ frames }: Trace): string[] {
  const own = frames.filter(({ place }) => !place.external);
  return (own.length > 0 ? own : frames).flatMap(({ name }) => name ?? []).slice(0, FRAMES_NAMED);
}

/** Distinct terms of what the query is about; of all of its text where that has none. */
function contentTerms(text: string, trace: Trace | null, message: Message | null, isEnglish: boolean): string[] {
  const said = message?.constant ?? trace?.message ?? text;
  const asked = isEnglish ? withoutQuestionWords(said) : withoutOtherStopWords(said);
  const terms = termsOf([asked, ...(trace === null ? [] : functionsOf(trace))].join(" "));
  return [...new Set(terms.length > 0 ? terms : termsOf(text))];
}

/** Throws INVALID_INPUT for an empty query, and for one over QUERY_LENGTH_MAX or with words over WORDS_LENGTH_MAX. */
export function parseQuery(input: string): Query {
  const text = normalizeQuery(input);
  checkLength(text.length, QUERY_LENGTH_MAX, "the query");
  const trace = parseTrace(text);
  checkLength((trace?.message ?? text).length, WORDS_LENGTH_MAX, trace === null ? "the query" : "the trace's message");
  return queryOf(text, trace);
}

/** The same of a task, which may be longer: of its beginning then. `read`: UTF-16 units of `of` that are searched for. Throws INVALID_INPUT for an empty one. */
export function parseTask(input: string): { readonly query: Query; readonly read: number; readonly of: number } {
  const text = normalizeQuery(input);
  const beginning = beginningOf(text, QUERY_LENGTH_MAX);
  const whole = parseTrace(beginning);
  if (whole === null) {
    const words = beginningOf(text, WORDS_LENGTH_MAX);
    return { query: queryOf(words, null), read: words.length, of: text.length };
  }
  const message = beginningOf(whole.message, WORDS_LENGTH_MAX);
  const left = whole.message.length - message.length;
  return { query: queryOf(beginning, { ...whole, message }), read: beginning.length - left, of: text.length };
}

/** Up to the end of a word, if any ends there. */
function beginningOf(text: string, most: number): string {
  const end = text.length <= most ? text.length : text.lastIndexOf(" ", most);
  return text.slice(0, end > 0 ? end : most);
}

function queryOf(text: string, trace: Trace | null): Query {
  if (text === "") {
    throw new Failure("INVALID_INPUT", "the query is empty", {
      hint: "describe in words what the code does, or give a symbol's name",
    });
  }
  const tokens = text.split(" ");
  const frames = trace?.frames.map(({ place }) => place) ?? [];
  const places = [...frames, ...placesIn(trace === null ? tokens : trace.message.split(" "))];
  const shape = tokens.length > 1 ? "words" : places.length > 0 ? "path" : SYMBOL.test(text) ? "symbol" : "words";
  const message = shape === "words" ? parseMessage(trace?.message ?? text, trace !== null) : null;
  const parts = shape === "symbol" ? text.replace(/\(\)$/, "").split(QUALIFIER) : [];
  const functions = trace === null ? [] : functionsOf(trace);
  const isQuestion = shape === "words" && trace === null && message === null && places.length === 0;
  const isEnglish = shape !== "words" || !isNotEnglish(trace?.message ?? text);
  return {
    text,
    shape,
    terms: contentTerms(text, trace, message, isEnglish),
    phrases: message?.phrases ?? [],
    gist: trace === null ? text : [trace.message, ...functions].join(" ").trim() || text,
    isEnglish,
    asksFor: rolesAskedBy(message === null ? text : message.asked),
    asksForHeaders: asksForHeaders(text),
    asksForExports: asksForExports(text),
    identifiers: identifiersIn(trace?.message ?? text, isQuestion ? markedIn(text) : functions),
    symbol: parts.at(-1) ?? null,
    qualifiers: parts.slice(0, -1),
    corrections: [],
    places,
  };
}
