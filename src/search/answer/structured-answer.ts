// The answer as a JSON object, for the wire and for `search --json`: snake_case, one meaning for each field. What a model can use is
// `structuredAnswer`, which assemble.ts fits into the budget; what only programs use is `answerDetails`, beside it.
// operations/search/search-output.ts documents the fields, and its schema holds these types.

import { memoized } from "../../system/memo.ts";
import type { ParseState } from "../../vocabulary/chunk.ts";
import { ownPath } from "../../vocabulary/joined-path.ts";
import type { Detail } from "../../vocabulary/search.ts";
import { shortened } from "../../vocabulary/shown-text.ts";
import { describeCut } from "./describe-cut.ts";
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
    ...(withSignals
      ? {
          score: rounded(hit.score),
          signals: Object.fromEntries(hit.explanation.map(({ signal, share }) => [snakeCase(signal), rounded(share)])),
        }
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

/** The counts of what the budget left out; nothing where it left out nothing. */
function cutCounts(cut: Cut) {
  const isWhole =
    cut.hitsFound === cut.hitsReturned &&
    cut.hitsTrimmed + cut.hitsAsLocations + cut.contextLinesCut + cut.definitionsOmitted + cut.envelope === 0;
  return isWhole
    ? {}
    : {
        cut: {
          hits_found: cut.hitsFound,
          hits_returned: cut.hitsReturned,
          ...(cut.hitsTrimmed > 0 ? { hits_trimmed: cut.hitsTrimmed } : {}),
          ...(cut.hitsAsLocations > 0 ? { hits_as_locations: cut.hitsAsLocations } : {}),
          ...(cut.tokensCut > 0 ? { tokens_cut: cut.tokensCut } : {}),
          ...(cut.contextLinesCut > 0 ? { context_lines_cut: cut.contextLinesCut } : {}),
          ...(cut.definitionsOmitted > 0 ? { definitions_omitted: cut.definitionsOmitted } : {}),
        },
      };
}

/** What the user has switched off needs no reason. */
const wirePart = ({ state, detail }: PartStatus, details: boolean) => ({
  state,
  ...(details && detail !== "" && state !== "disabled" ? { detail } : {}),
});

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
    ...wireVectors(result.parts, details),
    ...counted,
    ...(details && result.problems.length > 0 ? { problems: result.problems.slice(0, PROBLEMS_LISTED_MAX) } : {}),
    ...(result.changedFiles.length > 0 && details ? { changed_files: result.changedFiles } : {}),
  };
}

/** Search by meaning, where it is not at work. */
const wireVectors = ({ vectors }: SearchResult["parts"], details: boolean) =>
  vectors.state === "applied" ? {} : { parts: { vectors: wirePart(vectors, details) } };

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

/** Where the index is not up to date; nothing where it is. */
const wireFreshness = (result: SearchResult) =>
  result.lagging === 0 && !result.writtenElsewhere ? {} : { index: indexState(result) };

const indexState = ({ lagging, unchecked, writtenElsewhere }: SearchResult) => ({
  lagging_files: lagging,
  ...(unchecked === undefined ? {} : { unchecked }),
  ...(writtenElsewhere ? { written_elsewhere: true } : {}),
});

const completenessOf = ({ coverage, building, filesRead }: SearchResult) => ({
  files: coverage.files,
  files_by_words: coverage.filesSearchable,
  ...(building ? { files_by_text: filesRead } : {}),
  chunks: coverage.chunks,
  chunks_by_meaning: coverage.chunksEmbedded,
});

/** Where not everything was searched; what the user has switched off is not missed. */
function wireCompleteness(result: SearchResult) {
  const { coverage, parts } = result;
  const isByMeaning = coverage.chunksEmbedded === coverage.chunks || parts.vectors.state === "disabled";
  return coverage.filesSearchable === coverage.files && isByMeaning ? {} : { completeness: completenessOf(result) };
}

/** What a model can use. Fitted into the budget with the text. */
export function structuredAnswer(result: SearchResult) {
  const { cut, detail } = result;
  const shown = result.hits.filter((hit) => !isBrief(hit, detail));
  const locations = result.hits.filter((hit) => isBrief(hit, detail)).map(locationTuple);
  const cutPhrase = describeCut(cut);
  return {
    outcome: result.outcome,
    ...(result.projects === undefined ? {} : { projects: result.projects.map(wireProject) }),
    hits: shown.map((hit) => structuredHit(hit, !cut.signalsOmitted)),
    ...(locations.length > 0 ? { locations: { columns: LOCATION_COLUMNS, rows: locations } } : {}),
    ...(result.corrections === undefined ? {} : { corrections: result.corrections }),
    ...(result.missingWords === undefined ? {} : { missing_words: result.missingWords }),
    ...(result.definitions.length > 0 ? { definitions: result.definitions } : {}),
    ...(cutPhrase === "" ? {} : { cut: cutPhrase }),
    ...wireFreshness(result),
    ...wireCompleteness(result),
    ...wireEnvelope(result),
  };
}

/**
 * What programs use and no model does: counts, scores, statistics. Over MCP it is in the result's `_meta`, which clients do not hand to their
 * model; `--json` has it as `details`. Not part of the budget.
 */
export function answerDetails(result: SearchResult) {
  const { statistics, hits, detail, parts } = result;
  return {
    match_type: result.matchType,
    scores: hits.filter((hit) => !isBrief(hit, detail)).map(({ score }) => rounded(score)),
    ...cutCounts(result.cut),
    index: { generation: result.generation, ...indexState(result) },
    completeness: completenessOf(result),
    parts: {
      vectors: wirePart(parts.vectors, true),
      cache: wirePart(parts.cache, true),
      disk_cache: wirePart(parts.diskCache, true),
    },
    statistics: {
      total_tokens: statistics.totalTokens,
      total_tokens_exact: statistics.totalTokensExact,
      context_tokens: statistics.contextTokens,
      saved_tokens: statistics.savedTokens,
      saved_percent: statistics.savedPercent,
      hit_files_tokens: statistics.hitFilesTokens,
      ...wireAlternatives(statistics),
      encoding: statistics.encoding,
    },
  };
}

/** What the answer stands in place of. */
function wireAlternatives({ alternatives }: SearchResult["statistics"]) {
  if (alternatives === undefined) {
    return {};
  }
  const { files, grep } = alternatives;
  return {
    first_files_tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(grep === null ? {} : { grep_tokens: grep.tokens, grep_words: grep.words }),
  };
}
