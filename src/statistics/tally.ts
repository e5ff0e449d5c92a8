// Adds up entries of the journal to one row of the savings report.
import { percentOf } from "../vocabulary/search.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { standsForReading } from "./reading.ts";
import { type Conversations, Resident } from "./resident.ts";

/** Sums over searches. Tokens are those of answers that replace reading a file, unless the field says otherwise: other answers save nothing. */
export interface SavingsRow {
  readonly searches: number;
  /** Searches whose answer contains source, and so replaces reading files. */
  readonly searches_with_source: number;
  /** Answered from the query cache. */
  readonly searches_cached: number;
  /** Searches with source whose `total_tokens` is partly an estimate. */
  readonly searches_estimated: number;
  /** Tokens of source sent. */
  readonly context_tokens: number;
  /** First baseline: tokens of the whole files that the hits lie in. */
  readonly hit_files_tokens: number;
  /** Tokens of the same answers' text around that source: paths, lines, completeness. */
  readonly envelope_tokens: number;
  /** hit_files_tokens − context_tokens − envelope_tokens; below 0 where the answers were longer than those files. */
  readonly saved_of_hit_files_tokens: number;
  /** Of hit_files_tokens, one decimal; 0 where nothing was saved. */
  readonly saved_of_hit_files_percent: number;
  /** Conversations with a client, each of which was sent the tool list and the instructions. */
  readonly sessions: number;
  /** Tokens of the tool list and the instructions of these conversations. */
  readonly session_tokens: number;
  /** Tokens of all else that clients were sent: graphs, lists, matching lines, nothing found, small answers, errors, resources, prompts. */
  readonly other_answers_tokens: number;
  /** hit_files_tokens with each file once a conversation: an assistant that has read it would not read it again. */
  readonly first_read_tokens: number;
  /**
   * The figure to trust: first_read_tokens − context_tokens − envelope_tokens − other_answers_tokens − session_tokens. Below 0 if the answers
   * cost more than they saved.
   */
  readonly net_saved_tokens: number;
  /**
   * Tokens sent to the model again because they stay in the context: the tool list, the instructions and each answer, once for each later turn
   * that called a tool. A lower bound: turns without a call are not known.
   */
  readonly resident_tokens: number;
  /** The same for the files of first_read_tokens, if they had been read instead. */
  readonly resident_files_tokens: number;
  /** Second baseline: tokens of the whole searchable project, once a search. */
  readonly total_tokens: number;
  /** total_tokens less both parts of each answer, at least 0 for each. */
  readonly saved_tokens: number;
  /** Of total_tokens, one decimal. */
  readonly saved_percent: number;
  /** Median time of an answer; 0 for no search. */
  readonly milliseconds_median: number;
}

/** Whether the line counts text that went to the disk and not to the client; such lines are of older versions. */
const isOfSavedText = ({ operation, statistics }: JournalEntry): boolean =>
  operation === "save_search_results" && statistics.context_tokens > 0;

/** Envelope of a search, for journal lines without `envelope_tokens`. */
const SEARCH_ENVELOPE_TOKENS = 60;

/** Tokens of the tool list and instructions of the default toolsets, for journal lines without `session_tokens`. */
const SESSION_TOKENS = 3_600;

/** The client's name of the command line, which gets no tool list and no instructions. */
const COMMAND_LINE = "context-broker";

const envelopeOf = ({ envelope_tokens: tokens, operation }: JournalEntry): number =>
  tokens ?? (operation === "search_codebase" ? SEARCH_ENVELOPE_TOKENS : 0);

/** The key of the conversation. Journal lines without `session` count as one conversation per client and day. */
const sessionOf = ({ session, client, time }: JournalEntry): string => session ?? `${client} ${time.slice(0, 10)}`;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.round(5 * (upper + lower)) / 10;
}

/** Adds up searches one at a time: a journal of two years need not fit in memory. */
export class Tally {
  readonly #milliseconds: number[] = [];
  /** Tokens of the tool list and the instructions, by session. */
  readonly #sessions = new Map<string, number>();
  readonly #resident = new Resident();
  readonly #residentFiles = new Resident();
  readonly #sums = {
    searches: 0,
    searches_with_source: 0,
    searches_cached: 0,
    searches_estimated: 0,
    context_tokens: 0,
    envelope_tokens: 0,
    hit_files_tokens: 0,
    first_read_tokens: 0,
    other_answers_tokens: 0,
    total_tokens: 0,
    saved_tokens: 0,
  };

  /** `turn`: the turn of the entry in its conversation; null for entries without `session`, such as those of the command line. */
  add(entry: JournalEntry, turn: number | null): void {
    const { statistics } = entry;
    const sums = this.#sums;
    if (entry.is_search !== false) {
      this.#milliseconds.push(entry.milliseconds);
      sums.searches += 1;
      sums.searches_cached += entry.cached ? 1 : 0;
    }
    if (entry.client !== COMMAND_LINE) {
      this.#addSession(entry, turn);
    }
    if (standsForReading(entry.operation, statistics.context_tokens, entry.hits)) {
      const envelope = envelopeOf(entry);
      sums.searches_with_source += 1;
      sums.searches_estimated += statistics.total_tokens_exact ? 0 : 1;
      sums.context_tokens += statistics.context_tokens;
      sums.hit_files_tokens += statistics.hit_files_tokens;
      sums.first_read_tokens += entry.first_read_tokens ?? statistics.hit_files_tokens;
      sums.total_tokens += statistics.total_tokens;
      sums.envelope_tokens += envelope;
      sums.saved_tokens += Math.max(0, statistics.total_tokens - statistics.context_tokens - envelope);
      this.#addResident(entry, turn, statistics.context_tokens + envelope);
    } else if (entry.client !== COMMAND_LINE && !isOfSavedText(entry)) {
      const tokens = statistics.context_tokens + envelopeOf(entry);
      sums.other_answers_tokens += tokens;
      this.#addResident({ ...entry, first_read_tokens: 0 }, turn, tokens);
    }
  }

  #addSession(entry: JournalEntry, turn: number | null): void {
    const session = sessionOf(entry);
    const tokens = entry.session_tokens ?? SESSION_TOKENS;
    if (turn !== null && !this.#sessions.has(session)) {
      this.#resident.add(session, 1, tokens);
    }
    this.#sessions.set(session, tokens);
  }

  #addResident(entry: JournalEntry, turn: number | null, tokens: number): void {
    if (turn !== null) {
      this.#resident.add(sessionOf(entry), turn, tokens);
      this.#residentFiles.add(sessionOf(entry), turn, entry.first_read_tokens ?? 0);
    }
  }

  /** `conversations`: must have counted all entries. */
  row(conversations: Conversations): SavingsRow {
    const sums = this.#sums;
    const savedOfHitFiles = sums.hit_files_tokens - sums.context_tokens - sums.envelope_tokens;
    const sessionTokens = [...this.#sessions.values()].reduce((sum, tokens) => sum + tokens, 0);
    return {
      searches: sums.searches,
      searches_with_source: sums.searches_with_source,
      searches_cached: sums.searches_cached,
      searches_estimated: sums.searches_estimated,
      context_tokens: sums.context_tokens,
      envelope_tokens: sums.envelope_tokens,
      hit_files_tokens: sums.hit_files_tokens,
      saved_of_hit_files_tokens: savedOfHitFiles,
      saved_of_hit_files_percent: percentOf(Math.max(0, savedOfHitFiles), sums.hit_files_tokens),
      sessions: this.#sessions.size,
      session_tokens: sessionTokens,
      other_answers_tokens: sums.other_answers_tokens,
      first_read_tokens: sums.first_read_tokens,
      net_saved_tokens:
        sums.first_read_tokens - sums.context_tokens - sums.envelope_tokens - sums.other_answers_tokens - sessionTokens,
      resident_tokens: this.#resident.sum(conversations),
      resident_files_tokens: this.#residentFiles.sum(conversations),
      total_tokens: sums.total_tokens,
      saved_tokens: sums.saved_tokens,
      saved_percent: percentOf(sums.saved_tokens, sums.total_tokens),
      milliseconds_median: median(this.#milliseconds),
    };
  }
}
