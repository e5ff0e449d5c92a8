// What a conversation remembers of a project between its questions: the overview, symbols, results of tasks, and the lines that were
// shown already, so that they are not sent twice. Nothing of it is stale: each entry is bound to what it was made from (the content hash
// of a file, or whatever `validFor` names, such as the index's generation), and is given out for just that.
//
//   const memory = openMemory({ folder: index.folder, session: "fix-login", counter });   // folder null: for this process only
//   memory.shownLines("src/a.ts", contentHash)              // [{ startLine: 3, endLine: 9 }], [] if the file has changed
//   memory.recordShown("src/a.ts", contentHash, ranges);
//   memory.save();                                          // one transaction; memory.problem says what went wrong
//
// A file that is damaged or cannot be used is a problem, never an error of the request.
import { z } from "zod";
import { log } from "../../system/log.ts";
import { sha256Of } from "../../system/sha256.ts";
import type { TokenCounter } from "../../system/token-counter.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { Failure, messageOf, type Problem } from "../../vocabulary/failure.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { unionOf } from "./line-ranges.ts";
import {
  ENTRIES_MAX,
  type EntryChange,
  type EntryKind,
  readSession,
  type StoredEntry,
  writeSession,
} from "./session-store.ts";

/** Tokens of the overview that is kept. */
export const OVERVIEW_TOKENS_MAX = 2_500;
/** Places of one result, and ranges of one file; the first of them are kept. */
const PLACES_MAX = 200;
/** UTF-16 units of a question, and of an answer; the beginning is kept. */
const EXCHANGE_LENGTH_MAX = 10_000;
const SESSION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const line = z.int().min(1);
const place = { path: z.string(), contentHash: z.string(), startLine: line, endLine: line };
const SYMBOL = z.object({ id: z.string(), ...place });
const PLACE = z.object({ symbol: z.string().nullable(), ...place });
const SHOWN = z.object({ contentHash: z.string(), ranges: z.array(z.tuple([line, line])) });
const OVERVIEW = z.object({ validFor: z.string(), text: z.string() });
const RESULT = z.object({ task: z.string(), validFor: z.string(), places: z.array(PLACE) });
const TOKENS = z.number().min(0);
const EXCHANGE = z.object({ question: z.string(), answer: z.string() });
const VALUES = { symbol: SYMBOL, shown: SHOWN, overview: OVERVIEW, result: RESULT, tokens: TOKENS, exchange: EXCHANGE };
type Values = { readonly [Kind in EntryKind]: z.output<(typeof VALUES)[Kind]> };

/** A definition that was shown or looked up. */
export type SessionSymbol = Readonly<z.output<typeof SYMBOL>>;
/** A place that a task's look-ups found. */
export type SessionPlace = Readonly<z.output<typeof PLACE>>;

/** A question of a chat, and what the language model answered. */
export type Exchange = Readonly<z.output<typeof EXCHANGE>>;

/** Whether a file still has this content: `(path, hash) => snapshot.documentAt(path)?.contentHash === hash`. */
export type IsCurrent = (path: string, contentHash: string) => boolean;

export interface MemoryOptions {
  /** The project's index folder; null keeps nothing. */
  readonly folder: string | null;
  /** The conversation's name, as its caller gives it. */
  readonly session: string;
  readonly counter: TokenCounter;
}

/** INVALID_INPUT for a name of other characters, or longer than 64. */
export function openMemory({ folder, session, counter }: MemoryOptions): SessionMemory {
  if (!SESSION_NAME.test(session)) {
    const quoted = JSON.stringify(session.slice(0, 80));
    throw new Failure(
      "INVALID_INPUT",
      `session ${quoted} is not 1 to 64 letters, digits, dots, dashes or underscores`,
      {
        hint: "choose a short name for the conversation, for example fix-login",
      },
    );
  }
  return new SessionMemory(folder, session, counter);
}

const problemOf = (message: string): Problem => ({ code: "CACHE_UNAVAILABLE", message });

const DAMAGED = problemOf("the memory of sessions was damaged and is begun again");

const withoutSpace = (task: string): string => task.trim().replace(/\s+/g, " ");
const keyOf = (task: string): string => sha256Of(withoutSpace(task), 32);

const rangesOf = ({ ranges }: Values["shown"]): LineRange[] =>
  ranges.map(([startLine, endLine]) => ({ startLine, endLine }));

/** The lines of both, if both are of the same content; else the later one. */
function joinShown(before: Values["shown"] | null, after: Values["shown"]): Values["shown"] {
  const earlier = before?.contentHash === after.contentHash ? rangesOf(before) : [];
  const ranges = unionOf([...earlier, ...rangesOf(after)]).slice(0, PLACES_MAX);
  return { ...after, ranges: ranges.map(({ startLine, endLine }) => [startLine, endLine]) };
}

/** Null for a text that is no such value. */
function parse<Kind extends EntryKind>(kind: Kind, json: string | null): Values[Kind] | null {
  try {
    return json === null ? null : ((VALUES[kind].safeParse(JSON.parse(json)).data ?? null) as Values[Kind] | null);
  } catch {
    return null;
  }
}

export class SessionMemory {
  /** False if an earlier question of the session was remembered. */
  readonly isNew: boolean;
  #problem: Problem | null = null;
  readonly #folder: string | null;
  readonly #session: string;
  readonly #counter: TokenCounter;
  /** Least recently used first, by kind and key. */
  readonly #values: { readonly [Kind in EntryKind]: Map<string, Values[Kind]> } = {
    overview: new Map(),
    symbol: new Map(),
    result: new Map(),
    shown: new Map(),
    tokens: new Map(),
    exchange: new Map(),
  };
  /** Not written yet, in the order of their use. */
  readonly #changes = new Map<string, EntryChange>();
  #tokensAdded = 0;

  constructor(folder: string | null, session: string, counter: TokenCounter) {
    this.#folder = folder;
    this.#session = session;
    this.#counter = counter;
    const entries = folder === null ? [] : this.#read(folder);
    for (const { kind, key, json } of entries) {
      const value = parse(kind, json);
      if (value !== null) {
        (this.#values[kind] as Map<string, unknown>).set(key, value);
      }
    }
    this.isNew = entries.length === 0;
  }

  /** CACHE_UNAVAILABLE: the memory was damaged and is begun again, or cannot be kept. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Tokens that the session's answers took. */
  get tokensUsed(): number {
    return this.#values.tokens.get("") ?? 0;
  }

  addTokens(tokens: number): void {
    this.#tokensAdded += tokens;
    this.#values.tokens.set("", this.tokensUsed + tokens);
    // Asked when it is written, by which time more may have been added.
    const json = (present: string | null) => JSON.stringify((parse("tokens", present) ?? 0) + this.#tokensAdded);
    this.#change({ kind: "tokens", key: "", json });
  }

  /** Null if none is kept that was made for `validFor`. */
  overview(validFor: string): string | null {
    const kept = this.#values.overview.get("");
    return kept?.validFor === validFor ? kept.text : null;
  }

  /** False for more than 2,500 tokens, which are not kept. */
  keepOverview(text: string, validFor: string): boolean {
    const isKept = this.#counter.count(text) <= OVERVIEW_TOKENS_MAX;
    if (isKept) {
      this.#keep("overview", "", { validFor, text });
    }
    return isKept;
  }

  /** The lines that were shown of the file as it is now; none if it has changed. */
  shownLines(path: string, contentHash: string): readonly LineRange[] {
    const shown = this.#values.shown.get(path);
    return shown?.contentHash === contentHash ? rangesOf(shown) : [];
  }

  recordShown(path: string, contentHash: string, ranges: readonly LineRange[]): void {
    const added = {
      contentHash,
      ranges: ranges.map(({ startLine, endLine }): [number, number] => [startLine, endLine]),
    };
    const shown = joinShown(this.#values.shown.get(path) ?? null, added);
    this.#keep("shown", path, shown, (present) => joinShown(present, shown));
  }

  /** Most recently used first; those of files that have changed are forgotten. */
  symbols(isCurrent: IsCurrent): readonly SessionSymbol[] {
    for (const [key, { path, contentHash }] of [...this.#values.symbol]) {
      if (!isCurrent(path, contentHash)) {
        this.#values.symbol.delete(key);
        this.#change({ kind: "symbol", key, json: () => null });
      }
    }
    return [...this.#values.symbol.values()].reverse();
  }

  touch({ id, path, contentHash, startLine, endLine }: SessionSymbol): void {
    this.#keep("symbol", id, { id, path, contentHash, startLine, endLine });
  }

  /** What the task found, if that is kept for `validFor`; null if not. */
  result(task: string, validFor: string): readonly SessionPlace[] | null {
    const kept = this.#values.result.get(keyOf(task));
    return kept?.validFor === validFor ? kept.places : null;
  }

  keepResult(task: string, validFor: string, places: readonly SessionPlace[]): void {
    const value = { task: withoutSpace(task).slice(0, 1_000), validFor, places: places.slice(0, PLACES_MAX) };
    this.#keep("result", keyOf(task), value);
  }

  /** Texts of the tasks whose results are kept, the latest first. */
  tasks(): readonly string[] {
    return Array.from(this.#values.result.values(), ({ task }) => task).reverse();
  }

  /** Oldest first. */
  exchanges(): readonly Exchange[] {
    return [...this.#values.exchange.values()];
  }

  keepExchange({ question, answer }: Exchange): void {
    const value = { question: question.slice(0, EXCHANGE_LENGTH_MAX), answer: answer.slice(0, EXCHANGE_LENGTH_MAX) };
    this.#keep("exchange", keyOf(`${question} ${answer}`), value);
  }

  /** Writes what is new since the last time, together with what other processes wrote of the session; false if it could not. */
  save(): boolean {
    if (this.#folder === null || this.#changes.size === 0) {
      return this.#folder !== null;
    }
    try {
      const { isRebuilt } = writeSession(this.#folder, this.#session, [...this.#changes.values()]);
      this.#problem = isRebuilt ? DAMAGED : this.#problem;
      this.#changes.clear();
      this.#tokensAdded = 0;
      return true;
    } catch (error) {
      this.#unavailable(error, "kept");
      return false;
    }
  }

  #read(folder: string): readonly StoredEntry[] {
    try {
      const { entries, damaged, isRebuilt } = readSession(folder, this.#session);
      if (isRebuilt) {
        this.#problem = DAMAGED;
      } else if (damaged > 0) {
        this.#problem = problemOf(
          `${renderCount(damaged, "entry", "entries")} of the session's memory were damaged and are left out`,
        );
      }
      return entries;
    } catch (error) {
      this.#unavailable(error, "read");
      return [];
    }
  }

  #unavailable(error: unknown, what: string): void {
    log("info", "session memory is unavailable", { folder: this.#folder, error: String(error) });
    this.#problem = problemOf(`the session's memory cannot be ${what}: ${messageOf(error)}`);
  }

  /** As the most recently used of its kind. `join`: with what is stored by then; default: replaces it. */
  #keep<Kind extends EntryKind>(
    kind: Kind,
    key: string,
    value: Values[Kind],
    join: (present: Values[Kind] | null) => Values[Kind] = () => value,
  ): void {
    const values = this.#values[kind];
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > ENTRIES_MAX[kind] && oldest !== undefined) {
      values.delete(oldest);
      this.#changes.delete(`${kind} ${oldest}`);
    }
    this.#change({ kind, key, json: (present) => JSON.stringify(join(parse(kind, present))) });
  }

  #change(change: EntryChange): void {
    const key = `${change.kind} ${change.key}`;
    this.#changes.delete(key);
    this.#changes.set(key, change);
  }
}
