// One line of the journal: one search, in numbers. What is written of it, and what counts as a valid line. The JSON
// Schema is storage/schema/journal-entry.schema.json.
import { z } from "zod";
import { rootHash } from "../storage/project-marker.ts";
import { type SavedStatistics, savedStatistics, statisticsSchema } from "../storage/saved-result.ts";
import type { TokenStatistics } from "../vocabulary/search.ts";
import { parsedLine } from "./dated-files.ts";
import { isSearch, standsForReading } from "./reading.ts";

/** Raised when a reader of the old version would misread the new. */
const JOURNAL_VERSION = 1;

/** UTF-16 units kept of a name or query: names come from clients and folders, queries from anyone. */
const NAME_MAX = 120;
const QUERY_MAX = 1000;

export interface JournalEntry {
  readonly schema_version: typeof JOURNAL_VERSION;
  /** ISO 8601, UTC: when the answer was sent. */
  readonly time: string;
  /** The project's folder name; two projects may share it. */
  readonly project: string;
  /** Start of the hex SHA-256 of the project's root: distinguishes projects without naming their folders. */
  readonly project_id: string;
  readonly client: string;
  readonly client_version: string;
  /** Identifies the client's session; absent on the command line. */
  readonly session?: string | undefined;
  /** Tokens of the tool list and the instructions that the client got; absent on the command line and in lines of older versions. */
  readonly session_tokens?: number | undefined;
  readonly operation: string;
  /** False of all that is no search, such as a state, a list, an error, a resource. Absent of a search. */
  readonly is_search?: false | undefined;
  readonly statistics: SavedStatistics;
  /** Tokens of the answer's text beyond `context_tokens`; absent in lines of older versions. */
  readonly envelope_tokens?: number | undefined;
  /**
   * Tokens of the whole files of the first three hits, without those that an earlier answer of the session stood for; absent in lines of older
   * versions, and where the answer stands in place of nothing.
   */
  readonly first_files_tokens?: number | undefined;
  /** Tokens of what grep would have printed on the question's two rarest words; absent where there is none to grep for. */
  readonly grep_tokens?: number | undefined;
  /** How the answer ended: `found`, `ambiguous`, `weak`, `none`, `empty`. Absent in lines of older versions. */
  readonly outcome?: string | undefined;
  readonly hits: number;
  /** From request to answer. */
  readonly milliseconds: number;
  /** True where the query cache answered. */
  readonly cached: boolean;
  /** Files whose present content was not indexed yet. */
  readonly lagging: number;
  /** Only where the user allows it. */
  readonly query?: string | undefined;
}

/** What operations/ reports of an answered search. */
export interface SearchRecord {
  readonly project: { readonly root: string; readonly name: string };
  readonly client: { readonly name: string; readonly version: string };
  /** The client's session, and the tokens of the tool list and the instructions that it got; undefined for the command line. */
  readonly session?: { readonly id: string; readonly tokens: number } | undefined;
  /** The operation's name, such as `search_codebase`. */
  readonly operation: string;
  /** False of what was sent besides: small answers, errors, resources. Default: by the operation. */
  readonly isSearch?: boolean;
  /** How the answer ended; those that are not to be relied on save nothing. */
  readonly outcome?: string | undefined;
  readonly statistics: TokenStatistics;
  /** Tokens of the answer's text beyond the source that `statistics` counts: paths, lines, completeness. */
  readonly envelopeTokens: number;
  /** Of the first hits' files, the tokens of those that no earlier answer of the session stood for; default: of all of them. */
  readonly firstFilesTokens?: number | undefined;
  readonly hits: number;
  readonly milliseconds: number;
  readonly cached: boolean;
  readonly lagging: number;
  readonly query: string;
}

const schema: z.ZodType<JournalEntry> = z.object({
  schema_version: z.literal(JOURNAL_VERSION),
  time: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/),
  project: z.string(),
  project_id: z.string().regex(/^[0-9a-f]{16}$/),
  client: z.string(),
  client_version: z.string(),
  session: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
  session_tokens: z.int().min(0).optional(),
  operation: z.string().min(1),
  is_search: z.literal(false).optional(),
  statistics: statisticsSchema,
  envelope_tokens: z.int().min(0).optional(),
  first_files_tokens: z.int().min(0).optional(),
  grep_tokens: z.int().min(0).optional(),
  outcome: z.string().min(1).optional(),
  hits: z.int().min(0),
  milliseconds: z.number().min(0),
  cached: z.boolean(),
  lagging: z.int().min(0),
  query: z.string().optional(),
});

/** `keepQuery` is the user's setting. */
export function journalEntryOf(record: SearchRecord, time: Date, keepQuery: boolean): JournalEntry {
  const { session } = record;
  return {
    schema_version: JOURNAL_VERSION,
    time: time.toISOString(),
    project: record.project.name.slice(0, NAME_MAX),
    project_id: rootHash(record.project.root, 16),
    client: record.client.name.slice(0, NAME_MAX),
    client_version: record.client.version.slice(0, NAME_MAX),
    ...(session === undefined ? {} : { session: session.id, session_tokens: session.tokens }),
    operation: record.operation,
    ...((record.isSearch ?? isSearch(record.operation)) ? {} : { is_search: false as const }),
    statistics: savedStatistics(record.statistics),
    envelope_tokens: record.envelopeTokens,
    ...alternativesOf(record),
    ...(record.outcome === undefined ? {} : { outcome: record.outcome }),
    hits: record.hits,
    milliseconds: Math.round(record.milliseconds * 10) / 10,
    cached: record.cached,
    lagging: record.lagging,
    ...(keepQuery ? { query: record.query.slice(0, QUERY_MAX) } : {}),
  };
}

function alternativesOf({ operation, statistics, hits, firstFilesTokens }: SearchRecord) {
  const { alternatives, contextTokens } = statistics;
  if (alternatives === undefined || !standsForReading(operation, contextTokens, hits)) {
    return {};
  }
  const { files, grep } = alternatives;
  return {
    first_files_tokens: firstFilesTokens ?? files.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(grep === null ? {} : { grep_tokens: grep.tokens }),
  };
}

/** Null for a line that is torn, foreign or of another version. */
export function parseJournalLine(line: string): JournalEntry | null {
  const entry = schema.safeParse(parsedLine(line)).data ?? null;
  return entry !== null && Number.isFinite(Date.parse(entry.time)) ? entry : null;
}
