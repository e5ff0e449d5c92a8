// What every answer about code says of itself: how it was found, from what, how whole it is, and what was left out.
// Knows no tool.
import type { Freshness } from "../index/project-index.ts";
import type { DocumentRecord } from "../index/snapshot.ts";
import type { Corpus, Exclusion } from "../project/corpus.ts";
import { PARSE_STATES, type ParseState } from "../vocabulary/chunk.ts";
import { type Absence, absenceOf, type Emptiness, type Filtered } from "./absence.ts";

export const COMPLETENESS = ["full", "limited", "budget", "time", "building"] as const;
/**
 * `full`: all that was found is shown, of all files; `limited`: no more than was asked for is shown, by a limit or a filter; `budget`: no more than
 * there are tokens for; `time`: some files were not looked through, for want of time or for their size; `building`: some are not indexed yet.
 */
export type Completeness = (typeof COMPLETENESS)[number];

/** Where what is shown comes from: the index, files as they are on the disk now, or what git stores. */
export type Authority = "index" | "disk" | "git";

export interface Envelope {
  /** How what is shown was found, in the tool's words. */
  readonly match: string;
  readonly authority: Authority;
  readonly generation: number;
  /** Files that the answer rests on, by how their text was understood. */
  readonly parse: Readonly<Partial<Record<ParseState, number>>>;
  readonly completeness: Completeness;
  readonly shown: number;
  readonly found: number;
  /** Files that should have been looked at and were not. */
  readonly filesLeft: number;
  /** Files not indexed as they are now. */
  readonly lagging: number;
  readonly tokens: number;
  readonly budget: number;
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
}

/** What a tool found, before it is fitted to a budget. */
export interface Finding {
  readonly match: string;
  readonly authority: Authority;
  readonly generation: number;
  /** Documents that the answer rests on. */
  readonly documents: readonly Pick<DocumentRecord, "parse">[];
  readonly found: number;
  readonly filesLeft: number;
  readonly files: number;
  /** What the question's own filters keep out; left out where it has none, or they keep out nothing. */
  readonly filtered?: Filtered | null;
}

/** What an empty answer rests on. */
export function emptinessOf(
  { authority, files, filesLeft, filtered = null }: Omit<Finding, "documents">,
  { lagging }: Pick<Freshness, "lagging">,
): Emptiness {
  return { files, filesLeft: filesLeft + (authority === "index" ? lagging : 0), filtered };
}

export interface Cut {
  readonly shown: number;
  /** Rows that the caller's limit lets through. */
  readonly wanted: number;
  readonly tokens: number;
  readonly budget: number;
}

export function envelopeOf(finding: Finding, cut: Cut, freshness: Freshness, corpus: Corpus): Envelope {
  const { match, authority, generation, found, filesLeft, files, filtered = null } = finding;
  const { shown, tokens, budget } = cut;
  return {
    match,
    authority,
    generation,
    parse: parseStates(finding.documents),
    completeness: completenessOf(finding, cut, freshness),
    shown,
    found,
    filesLeft,
    lagging: freshness.lagging,
    tokens,
    budget,
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

function parseStates(documents: Finding["documents"]): Envelope["parse"] {
  const counts: Partial<Record<ParseState, number>> = {};
  for (const state of PARSE_STATES) {
    const count = documents.filter(({ parse }) => parse === state).length;
    if (count > 0) {
      counts[state] = count;
    }
  }
  return counts;
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count.toLocaleString("en")} ${name}`)
    .join(", ");

/** One line: `index generation 12, fresh; exact; parsed: 3 full; all of 3 shown; ~180 of 2,000 tokens; 702 files; left out: 12 ignored`. */
export function renderEnvelope(envelope: Envelope): string {
  const { authority, generation, lagging, match, parse, shown, found, filesLeft, tokens, budget, files, hidden } =
    envelope;
  const number = (value: number): string => value.toLocaleString("en");
  const counted = (value: number): string => `${number(value)} ${value === 1 ? "file" : "files"}`;
  const parsed = listed(parse);
  const excluded = listed(envelope.excluded);
  return [
    `${authority} generation ${generation}, ${lagging === 0 ? "fresh" : `lagging by ${counted(lagging)}`}`,
    match,
    ...(parsed === "" ? [] : [`parsed: ${parsed}`]),
    ...(found === 0 ? [] : [`${shown === found ? "all" : number(shown)} of ${number(found)} shown`]),
    ...(hidden === 0 ? [] : [`${number(hidden)} hidden by ${envelope.hiddenBy.join(" and ")}`]),
    ...(filesLeft === 0 ? [] : [`${counted(filesLeft)} not looked through`]),
    `~${number(tokens)} of ${number(budget)} tokens`,
    `${counted(files)}${excluded === "" ? "" : `; left out: ${excluded}`}`,
  ].join("; ");
}
