// The answer as a JSON object, for the wire and for `search --json`: snake_case, one meaning for each field. assemble.ts makes
// sure that it fits the budget; operations/search/search-output.ts documents the fields, and its schema holds this type.

import { memoized } from "../../system/memo.ts";
import type { ParseState } from "../../vocabulary/chunk.ts";
import { ownPath } from "../../vocabulary/joined-path.ts";
import type { Detail } from "../../vocabulary/search.ts";
import { shortened } from "../../vocabulary/shown-text.ts";
import type { Cut, PartStatus, SearchedProject, SearchResult, ShownHit } from "./search-result.ts";

/** Problems listed in one answer; all are counted. */
export const PROBLEMS_LISTED_MAX = 10;

/** `chunkWords` is `chunk_words` on the wire. */
const snakeCase = memoized((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export function structuredHit(hit: ShownHit, withSignals: boolean) {
  const { source, symbolLines } = hit;
  const partial = source !== null && (source.startLine !== hit.startLine || source.endLine !== hit.endLine);
  return {
    ...(hit.project === undefined ? {} : { project: hit.project }),
    path: ownPath(hit.path),
    start_line: hit.startLine,
    end_line: hit.endLine,
    ...(hit.symbol === null ? {} : { symbol: hit.symbol }),
    kind: hit.kind,
    score: rounded(hit.score),
    ...(withSignals
      ? { signals: Object.fromEntries(hit.explanation.map(({ signal, share }) => [snakeCase(signal), rounded(share)])) }
      : {}),
    ...(partial ? { source_start_line: source.startLine, source_end_line: source.endLine } : {}),
    ...(symbolLines === null ? {} : { symbol_start_line: symbolLines.startLine, symbol_end_line: symbolLines.endLine }),
    ...(source === null || source.context.length === 0
      ? {}
      : { context: Object.fromEntries(source.context.map(({ line, text }) => [line, text])) }),
    ...(source === null ? {} : { source: source.text.split("\n") }),
  };
}

/** Whether a hit that was to have source is down to its place. */
export const isBrief = (hit: ShownHit, detail: Detail): boolean => detail !== "locations" && hit.source === null;

/** `src/queue.ts`; among several projects `app:src/queue.ts`. */
export const fileOf = ({ project, path }: Pick<ShownHit, "project" | "path">): string =>
  project === undefined ? path : `${project}:${ownPath(path)}`;

/** `src/queue.ts:12 Queue.push`: where a hit is that there was no room to show. */
export function locationOf(hit: ShownHit): string {
  const place = `${fileOf(hit)}:${hit.line}`;
  return hit.symbol === null ? place : `${place} ${shortened(hit.symbol)}`;
}

/** A hit that there was no room to show, as a tuple of LOCATION_COLUMNS. */
export type Location = readonly [path: string, line: number, symbol?: string];
const LOCATION_COLUMNS = ["path", "line", "symbol"];

export const locationTuple = (hit: ShownHit): Location =>
  hit.symbol === null ? [fileOf(hit), hit.line] : [fileOf(hit), hit.line, shortened(hit.symbol)];

function wireCut(cut: Cut) {
  const isWhole =
    cut.hitsFound === cut.hitsReturned &&
    cut.hitsTrimmed + cut.hitsAsLocations + cut.contextLinesCut + cut.definitionsOmitted + cut.envelope === 0;
  return isWhole ? {} : { cut: cutFields(cut) };
}

function cutFields(cut: Cut) {
  return {
    hits_found: cut.hitsFound,
    hits_returned: cut.hitsReturned,
    ...(cut.hitsTrimmed > 0 ? { hits_trimmed: cut.hitsTrimmed } : {}),
    ...(cut.hitsAsLocations > 0 ? { hits_as_locations: cut.hitsAsLocations } : {}),
    ...(cut.tokensCut > 0 ? { tokens_cut: cut.tokensCut } : {}),
    ...(cut.contextLinesCut > 0 ? { context_lines_cut: cut.contextLinesCut } : {}),
    ...(cut.definitionsOmitted > 0 ? { definitions_omitted: cut.definitionsOmitted } : {}),
    ...(cut.envelope > 0 ? { envelope: cut.envelope === 1 ? ("details" as const) : ("all but counts" as const) } : {}),
  };
}

/** What the user has switched off needs no reason. */
function wirePart({ state, detail }: PartStatus, details: boolean) {
  return { state, ...(details && detail !== "" && state !== "disabled" ? { detail } : {}) };
}

/** Files whose text was not read as a grammar or headings have it. */
export const poorlyParsed = (parse: SearchResult["parse"]): Partial<Record<ParseState, number>> =>
  Object.fromEntries(
    Object.entries(parse).filter(([state, files]) => files > 0 && (state === "partial" || state === "fallback")),
  );

/** The blocks that a small budget does without; each level of cutting leaves less. */
function wireEnvelope(result: SearchResult) {
  const level = result.cut.envelope;
  const { filter, changedSince, excluded, filesInScope } = result.scope;
  const counted = result.problems.length > 0 ? { problems_count: result.problems.length } : {};
  if (level === 2) {
    return counted;
  }
  const details = level === 0;
  const parse = poorlyParsed(result.parse);
  const narrowed =
    changedSince !== undefined || filter.paths.length + filter.languages.length + filter.kinds.length > 0;
  const isEmpty = result.outcome === "empty";
  return {
    ...(Object.keys(parse).length === 0 ? {} : { parse }),
    ...(narrowed || isEmpty
      ? {
          scope: {
            files_in_scope: filesInScope,
            ...(details && changedSince !== undefined
              ? { changed_since: { ref: filter.changedSince ?? "", ...changedSince } }
              : {}),
            ...(details && filter.paths.length > 0 ? { paths: filter.paths } : {}),
            ...(details && filter.languages.length > 0 ? { languages: filter.languages } : {}),
            ...(details && filter.kinds.length > 0 ? { kinds: filter.kinds } : {}),
            ...(details && isEmpty && Object.keys(excluded).length > 0 ? { excluded } : {}),
          },
        }
      : {}),
    ...wireParts(result, details),
    ...counted,
    ...(details && result.problems.length > 0 ? { problems: result.problems.slice(0, PROBLEMS_LISTED_MAX) } : {}),
    ...(result.changedFiles.length > 0 && details ? { changed_files: result.changedFiles } : {}),
  };
}

/** All parts where the ranking is explained; else those that are not applied. */
function wireParts({ parts, cut }: SearchResult, details: boolean) {
  const { vectors, cache, diskCache } = parts;
  const all = { vectors, cache, disk_cache: diskCache };
  const listed = Object.entries(all).filter(([, { state }]) => !cut.signalsOmitted || state !== "applied");
  return listed.length === 0
    ? {}
    : { parts: Object.fromEntries(listed.map(([name, part]) => [name, wirePart(part, details)])) };
}

/** One of several projects. What is as usual is left out. */
export const wireProject = ({ label, root, commit, lagging, coverage, failure }: SearchedProject) => ({
  name: label,
  root,
  ...(commit === undefined ? {} : { commit }),
  ...(coverage === null ? {} : { files: coverage.files }),
  ...(lagging > 0 ? { lagging_files: lagging } : {}),
  ...(coverage !== null && coverage.filesSearchable < coverage.files
    ? { files_by_words: coverage.filesSearchable }
    : {}),
  ...(failure === null ? {} : { failure }),
});

export function structuredAnswer(result: SearchResult) {
  const { statistics, coverage, cut, detail } = result;
  const shown = result.hits.filter((hit) => !isBrief(hit, detail));
  const locations = result.hits.filter((hit) => isBrief(hit, detail)).map(locationTuple);
  return {
    outcome: result.outcome,
    ...(result.projects === undefined ? {} : { projects: result.projects.map(wireProject) }),
    match_type: result.matchType,
    hits: shown.map((hit) => structuredHit(hit, !cut.signalsOmitted)),
    ...(locations.length > 0 ? { locations: { columns: LOCATION_COLUMNS, rows: locations } } : {}),
    ...(result.corrections === undefined ? {} : { corrections: result.corrections }),
    ...(result.definitions.length > 0 ? { definitions: result.definitions } : {}),
    ...wireCut(cut),
    index: {
      generation: result.generation,
      lagging_files: result.lagging,
      ...(result.writtenElsewhere ? { written_elsewhere: true } : {}),
    },
    completeness: {
      files: coverage.files,
      files_by_words: coverage.filesSearchable,
      ...(result.building ? { files_by_text: result.filesRead } : {}),
      chunks: coverage.chunks,
      chunks_by_meaning: coverage.chunksEmbedded,
    },
    ...wireEnvelope(result),
    statistics: {
      total_tokens: statistics.totalTokens,
      ...(statistics.totalTokensExact ? {} : { total_tokens_exact: false }),
      context_tokens: statistics.contextTokens,
      saved_tokens: statistics.savedTokens,
      saved_percent: statistics.savedPercent,
      hit_files_tokens: statistics.hitFilesTokens,
      ...(cut.signalsOmitted ? {} : { encoding: statistics.encoding }),
    },
  };
}
