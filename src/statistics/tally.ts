// Adds up entries of the journal to one row of the savings report.
import { percentOf } from "../vocabulary/search.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { alternativeOf, isDoubtful, isSearch, standsForReading } from "./reading.ts";
import { type Conversations, Resident } from "./resident.ts";

/** Sums over answers. Tokens are counted by `encodings` of the report. */
export interface SavingsRow {
  /** Questions where code is. */
  readonly searches: number;
  /** Of all answers, those from the query cache. */
  readonly searches_cached: number;
  /** Answers that stand in place of reading or grepping: with source, and not doubtful. */
  readonly answers_counted: number;
  /** Answers that found nothing, or nothing to rely on: they only cost. */
  readonly answers_doubtful: number;
  /** Tokens of the whole text of the answers counted. */
  readonly sent_tokens: number;
  /** What these stand in place of: for each the cheaper of reading the files of its first three hits, and grepping. */
  readonly alternative_tokens: number;
  /** Of the answers counted, those for which grepping was the cheaper. */
  readonly answers_cheaper_by_grep: number;
  /** alternative_tokens − sent_tokens; below 0 where the answers were longer. */
  readonly saved_of_alternative_tokens: number;
  /** Of alternative_tokens, one decimal; 0 where nothing was saved. */
  readonly saved_of_alternative_percent: number;
  /** Conversations with a client, each of which was sent the tool list and the instructions. */
  readonly sessions: number;
  /** Tokens of the tool list and the instructions of these conversations. */
  readonly session_tokens: number;
  /** Tokens of all else that clients were sent: graphs, lists, matching lines, doubtful answers, errors, resources, prompts. */
  readonly other_answers_tokens: number;
  /** The figure to trust: saved_of_alternative_tokens − other_answers_tokens − session_tokens. Below 0 if more was spent than saved. */
  readonly net_saved_tokens: number;
  /**
   * Tokens sent to the model again because they stay in the context: the tool list, the instructions and each answer, once for each later turn
   * that called a tool. A lower bound: turns without a call are not known.
   */
  readonly resident_tokens: number;
  /** The same for alternative_tokens, if that had been read instead. */
  readonly resident_alternative_tokens: number;
  /** Median time of a search; 0 for no search. */
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

/** Adds up answers one at a time: a journal of two years need not fit in memory. */
export class Tally {
  readonly #milliseconds: number[] = [];
  /** Tokens of the tool list and the instructions, by session. */
  readonly #sessions = new Map<string, number>();
  readonly #resident = new Resident();
  readonly #residentAlternative = new Resident();
  readonly #sums = {
    searches: 0,
    searches_cached: 0,
    answers_counted: 0,
    answers_doubtful: 0,
    sent_tokens: 0,
    alternative_tokens: 0,
    answers_cheaper_by_grep: 0,
    other_answers_tokens: 0,
  };

  /** `turn`: the turn of the entry in its conversation; null for entries without `session`, such as those of the command line. */
  add(entry: JournalEntry, turn: number | null): void {
    const { statistics } = entry;
    const sums = this.#sums;
    if (entry.is_search !== false && isSearch(entry.operation)) {
      this.#milliseconds.push(entry.milliseconds);
      sums.searches += 1;
      sums.searches_cached += entry.cached ? 1 : 0;
    }
    if (entry.client !== COMMAND_LINE) {
      this.#addSession(entry, turn);
    }
    const sent = statistics.context_tokens + envelopeOf(entry);
    const doubtful = isDoubtful(entry);
    sums.answers_doubtful += doubtful ? 1 : 0;
    if (!doubtful && standsForReading(entry.operation, statistics.context_tokens, entry.hits)) {
      // A line that does not say what it stands in place of saves nothing and costs nothing.
      const { tokens, isGrep } = alternativeOf(entry) ?? { tokens: sent, isGrep: false };
      sums.answers_counted += 1;
      sums.sent_tokens += sent;
      sums.alternative_tokens += tokens;
      sums.answers_cheaper_by_grep += isGrep ? 1 : 0;
      this.#addResident(entry, turn, sent, tokens);
    } else if (entry.client !== COMMAND_LINE && !isOfSavedText(entry)) {
      sums.other_answers_tokens += sent;
      this.#addResident(entry, turn, sent, 0);
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

  #addResident(entry: JournalEntry, turn: number | null, tokens: number, alternative: number): void {
    if (turn !== null) {
      this.#resident.add(sessionOf(entry), turn, tokens);
      this.#residentAlternative.add(sessionOf(entry), turn, alternative);
    }
  }

  /** `conversations`: must have counted all entries. */
  row(conversations: Conversations): SavingsRow {
    const sums = this.#sums;
    const saved = sums.alternative_tokens - sums.sent_tokens;
    const sessionTokens = [...this.#sessions.values()].reduce((sum, tokens) => sum + tokens, 0);
    return {
      ...sums,
      saved_of_alternative_tokens: saved,
      saved_of_alternative_percent: percentOf(Math.max(0, saved), sums.alternative_tokens),
      sessions: this.#sessions.size,
      session_tokens: sessionTokens,
      net_saved_tokens: saved - sums.other_answers_tokens - sessionTokens,
      resident_tokens: this.#resident.sum(conversations),
      resident_alternative_tokens: this.#residentAlternative.sum(conversations),
      milliseconds_median: median(this.#milliseconds),
    };
  }
}
