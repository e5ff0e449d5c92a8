// The envelope of every answer about code: how complete it is, what it was made from, and what was left out. Usual values are
// left out of both forms.
import { z } from "zod";
import type { Freshness } from "../../index/project-index.ts";
import type { DocumentRecord } from "../../index/snapshot.ts";
import { isPoorlyParsed } from "../../languages/registry.ts";
import type { Corpus } from "../../project/corpus.ts";
import { PARSE_STATES, type ParseState } from "../../vocabulary/chunk.ts";
import type { Exclusion } from "../../vocabulary/exclusion.ts";
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import type { Frozen } from "../contract/operation.ts";
import { renderCounts } from "./text-lines.ts";

// Why an answer has no rows. An empty answer proves absence only if every file was looked at and no filter of the question hid
// anything; this distinguishes the three cases and words them.

const ABSENCES = ["absent", "filtered", "not_searched", "not_understood"] as const;
/**
 * `absent`: everything was looked through and nothing is there; `filtered`: the question's own filters hide what is there, or
 * let no file through; `not_searched`: files were left, so that nothing is known of them; `not_understood`: all was looked through,
 * and what is sought may be at places that nobody understands.
 */
export type Absence = (typeof ABSENCES)[number];

/** What the filters of a question kept out of its answer. */
export interface Filtered {
  /** The input fields that keep something out: `roles`, `paths`. */
  readonly by: readonly string[];
  /** Rows that were found and that they hide. */
  readonly hidden: number;
  /** Files that they let through, of all files of the project; null where they choose among rows, not among files. */
  readonly files: { readonly admitted: number; readonly of: number } | null;
}

export interface Emptiness {
  /** Files that were looked through. */
  readonly files: number;
  /** Files that should have been looked through and were not, or are not indexed as they are now. */
  readonly filesLeft: number;
  readonly filtered: Filtered | null;
  /** Places that may be what is sought: in text that is not understood, or on a value of unknown type. Default: none. */
  readonly doubts?: number;
}

const hides = ({ by, hidden, files }: Filtered): boolean => by.length > 0 && (hidden > 0 || files?.admitted === 0);

export function absenceOf({ filesLeft, filtered, doubts = 0 }: Emptiness): Absence {
  if (filtered !== null && hides(filtered)) {
    return "filtered";
  }
  return filesLeft > 0 ? "not_searched" : doubts > 0 ? "not_understood" : "absent";
}

/** "the filter roles", "the filters paths and roles" */
const filters = (fields: readonly string[]): string =>
  `the ${fields.length === 1 ? "filter" : "filters"} ${fields.join(" and ")}`;

/**
 * The first line of an empty answer that proves no absence; null where the tool's own words are true. `sought` is what was
 * looked for, in the plural: `references to X`.
 */
export function explainAbsence(sought: string, emptiness: Emptiness): string | null {
  const why = reasonOf(emptiness);
  return why === null ? null : `${sought}: ${why}`;
}

function reasonOf(emptiness: Emptiness): string | null {
  const { filtered, filesLeft } = emptiness;
  switch (absenceOf(emptiness)) {
    case "filtered": {
      const { by = [], hidden = 0, files: matching = null } = filtered ?? {};
      const fields = filters(by);
      return hidden > 0
        ? `${formatNumber(hidden)} found, ${hidden === 1 ? "" : "all "}left out by ${fields}`
        : `none of ${files(matching?.of ?? 0)} matches ${fields}`;
    }
    case "not_searched": {
      const left = `${files(filesLeft)} not searched`;
      return emptiness.files === 0 ? `unknown, ${left}` : `none in ${files(emptiness.files)}; ${left}`;
    }
    case "not_understood": {
      const count = emptiness.doubts ?? 0;
      return `none proven; ${renderCount(count, "place")} may be one`;
    }
    case "absent":
      return null;
  }
}

const COMPLETENESS = ["full", "limited", "budget", "time", "building"] as const;
/**
 * `full`: every file was looked through and all that was found is shown; `limited`: cut at the caller's limit or by a filter;
 * `budget`: cut at `max_tokens`; `time`: some files were not looked through, for want of time or because of their size;
 * `building`: some are not indexed yet.
 */
export type Completeness = (typeof COMPLETENESS)[number];

/** Where what is shown comes from: the index, files as they are on the disk now, or what git stores. */
const AUTHORITIES = ["index", "disk", "git"] as const;
export type Authority = (typeof AUTHORITIES)[number];

export interface Envelope {
  /** How what is shown was found, where a tool has several ways. */
  readonly match?: string;
  readonly authority: Authority;
  /** Files that the answer rests on, by how their text was understood. */
  readonly parse: Readonly<Partial<Record<ParseState, number>>>;
  readonly completeness: Completeness;
  readonly shown: number;
  readonly found: number;
  /** Files that should have been looked at and were not. */
  readonly filesLeft: number;
  /** Files not indexed as they are now. */
  readonly lagging: number;
  /** Files that were looked through. */
  readonly files: number;
  /** Rows that were found and that the question's own filters keep out. */
  readonly hidden: number;
  /** Input fields that keep rows or files out; empty where none does. */
  readonly hiddenBy: readonly string[];
  /** Why nothing is shown; null where something is found. */
  readonly absence: Absence | null;
  /** Files of the project that no answer looks into, by reason. */
  readonly excluded: Readonly<Partial<Record<Exclusion, number>>>;
  /** False: nothing was searched for, so an empty answer does not say where. Default: true. */
  readonly isSearch?: boolean;
}

/** What a tool found, before it is fitted to a budget. */
export interface Finding {
  readonly match?: string;
  readonly authority: Authority;
  /** Documents that the answer rests on. */
  readonly documents: readonly Pick<DocumentRecord, "language" | "parse">[];
  readonly found: number;
  readonly filesLeft: number;
  readonly files: number;
  /** What the question's own filters keep out; left out where it has none, or they keep out nothing. */
  readonly filtered?: Filtered | null;
  /** Places that may be what is sought although nothing proves it. Default: none. */
  readonly doubts?: number;
  /** As in the envelope. */
  readonly isSearch?: boolean;
}

/** What an empty answer rests on. */
export const emptinessOf = (
  { authority, files, filesLeft, filtered = null, doubts = 0 }: Omit<Finding, "documents">,
  { lagging }: Pick<Freshness, "lagging">,
): Emptiness => ({ files, filesLeft: filesLeft + (authority === "index" ? lagging : 0), filtered, doubts });

export interface Cut {
  readonly shown: number;
  /** Rows that the caller's limit lets through. */
  readonly wanted: number;
}

export function envelopeOf(finding: Finding, cut: Cut, freshness: Freshness, corpus: Corpus): Envelope {
  const { match, authority, found, filesLeft, files, filtered = null, isSearch = true } = finding;
  return {
    isSearch,
    ...(match === undefined ? {} : { match }),
    authority,
    parse: parseStates(finding.documents),
    completeness: completenessOf(finding, cut, freshness),
    shown: cut.shown,
    found,
    filesLeft,
    lagging: freshness.lagging,
    files,
    hidden: filtered?.hidden ?? 0,
    hiddenBy: filtered?.by ?? [],
    absence: found === 0 ? absenceOf(emptinessOf(finding, freshness)) : null,
    excluded: Object.fromEntries(Object.entries(corpus.excluded).map(([name, { count }]) => [name, count])),
  };
}

/** The gravest reason why something is missing. */
function completenessOf(finding: Finding, { shown, wanted }: Cut, { lagging }: Freshness): Completeness {
  const { authority, found, filesLeft, filtered } = finding;
  const hidden = filtered?.hidden ?? 0;
  // Files that were read themselves are whole, however far the index is.
  if (lagging > 0 && authority === "index") {
    return "building";
  }
  if (filesLeft > 0) {
    return "time";
  }
  return shown < wanted ? "budget" : shown < found + hidden ? "limited" : "full";
}

/** Files that were read less well than their language can be; all others are the ordinary case, which is not reported. */
function parseStates(documents: Finding["documents"]): Envelope["parse"] {
  const poor = documents.filter(isPoorlyParsed);
  const counts: Partial<Record<ParseState, number>> = {};
  for (const state of PARSE_STATES) {
    const count = poor.filter(({ parse }) => parse === state).length;
    if (count > 0) {
      counts[state] = count;
    }
  }
  return counts;
}

const files = (count: number): string => renderCount(count, "file");

const CUT_BY: Partial<Record<Completeness, string>> = { budget: "max_tokens", limited: "limit" };

/** What a reader must know about how far the answer goes; empty for an ordinary one that is whole: `20 of 181 shown (max_tokens)`. */
export function renderEnvelope(envelope: Envelope, outcome: string): string {
  const { authority, lagging, match, shown, found, filesLeft, completeness, hidden } = envelope;
  const parsed = renderCounts(envelope.parse);
  const cutBy = CUT_BY[completeness];
  return [
    ...(match === undefined || match === "" ? [] : [match]),
    ...(shown === found
      ? []
      : [`${formatNumber(shown)} of ${formatNumber(found)} shown${cutBy === undefined ? "" : ` (${cutBy})`}`]),
    // An empty answer says it in its first line.
    ...(hidden === 0 || outcome === "empty"
      ? []
      : [`${formatNumber(hidden)} more left out by ${filters(envelope.hiddenBy)}`]),
    ...(lagging === 0 ? [] : [`${files(lagging)} not indexed yet${authority === "index" ? "" : ", read from disk"}`]),
    ...(filesLeft === 0 ? [] : [`${files(filesLeft)} not looked through`]),
    ...(parsed === "" ? [] : [`parsed: ${parsed}`]),
    ...(outcome === "empty" && envelope.isSearch !== false ? searchedFiles(envelope) : []),
  ].join("; ");
}

/** Nothing was found: how many files were searched, and which never are. Where none was, the first line says why. */
function searchedFiles(envelope: Envelope): string[] {
  if (envelope.files === 0) {
    return [];
  }
  const excluded = renderCounts(envelope.excluded);
  return [`searched ${files(envelope.files)}${excluded === "" ? "" : `; never searched: ${excluded}`}`];
}

const counts = z.record(z.string(), z.number());

/** The envelope as a program reads it. What is absent has its ordinary value: whole, from the index, as many shown as found. */
export const envelopeField = z
  .object({
    completeness: z.enum(COMPLETENESS).optional().meta({
      doc: "absent: full; limited: cut at the limit, or see `hidden_by`; budget: cut at max_tokens; time: see `files_left`; building: see `lagging`",
    }),
    found: z.number().optional().meta({ doc: "where fewer are shown" }),
    shown: z.number().optional(),
    match: z.string().optional().meta({ doc: "how it was found, where a tool has several ways" }),
    authority: z
      .enum(["index", "disk", "git"])
      .optional()
      .meta({ doc: "absent: the index; disk: the files as they are now; git: what git stores" }),
    hidden: z.number().optional().meta({ doc: "results that the call's own filters keep out" }),
    hidden_by: z.array(z.string()).optional().meta({ doc: "the input fields that do" }),
    absence: z.enum(ABSENCES).optional().meta({
      doc: "why it is empty. absent: everything was looked through; filtered: see `hidden_by`; not_searched: see `files_left`, `lagging`; not_understood: places that may be it are in doubt",
    }),
    parse: counts.optional().meta({ doc: "files shown that are only partly understood, by parse state" }),
    files_left: z.number().optional().meta({
      doc: "files not looked through, for want of time, because of their size or because they changed meanwhile",
    }),
    lagging: z.number().optional().meta({ doc: "files not indexed as they are now" }),
    files: z.number().optional().meta({ doc: "files looked through, of an empty answer" }),
    excluded: counts.optional().meta({ doc: "files that no answer looks into, by reason, of an empty answer" }),
  })
  .meta({ doc: "how far the answer can be trusted; what is absent is as usual" });

export type WireEnvelope = Frozen<z.input<typeof envelopeField>>;

/** Null where all is as usual. Only an empty answer has `absence`: others may have no row, too. */
export function wireEnvelope(envelope: Envelope, outcome: string): WireEnvelope | null {
  const { completeness, found, shown, match, authority, hidden, hiddenBy, absence, lagging } = envelope;
  const { filesLeft, files, excluded } = envelope;
  const { parse } = envelope;
  const isEmpty = outcome === "empty" && envelope.isSearch !== false;
  const wire: WireEnvelope = {
    ...(completeness === "full" ? {} : { completeness }),
    ...(shown === found ? {} : { found, shown }),
    ...(match === undefined || match === "" ? {} : { match }),
    ...(authority === "index" ? {} : { authority }),
    ...(hidden === 0 ? {} : { hidden }),
    ...(hidden > 0 || (isEmpty && absence === "filtered") ? { hidden_by: [...hiddenBy] } : {}),
    ...(isEmpty && absence !== null ? { absence } : {}),
    ...(Object.keys(parse).length === 0 ? {} : { parse }),
    ...(filesLeft === 0 ? {} : { files_left: filesLeft }),
    ...(lagging === 0 ? {} : { lagging }),
    ...(isEmpty ? { files } : {}),
    ...(isEmpty && Object.keys(excluded).length > 0 ? { excluded: { ...excluded } } : {}),
  };
  return Object.keys(wire).length === 0 ? null : wire;
}
