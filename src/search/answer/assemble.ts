// The last step of a search: reads the lines of the ranked hits and fits them, with the envelope, into the caller's budget. The
// answer never costs more than `maxTokens`, as text or as JSON, and says what was cut.

import type { DocumentRecord } from "../../index/snapshot.ts";
import { isPoorlyParsed } from "../../languages/registry.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { TokenCounter } from "../../system/token-counter.ts";
import type { ParseState } from "../../vocabulary/chunk.ts";
import { Failure, type Problem, type ProblemCode } from "../../vocabulary/failure.ts";
import { type InnerFolder, innermostPath, withLabels } from "../../vocabulary/joined-path.ts";
import type { GrepEstimate, SearchRequest } from "../../vocabulary/search.ts";
import { startOf } from "../../vocabulary/text.ts";
import { type Fitting, fitHits } from "./fit-budget.ts";
import type { SurroundedHit } from "./join-hits.ts";
import { leastCost } from "./least-cost.ts";
import { type FoundHits, readSources } from "./read-source.ts";
import { renderAnswer, renderHead } from "./render-answer.ts";
import type { Cut, Definition, SearchResult } from "./search-result.ts";
import { CHARACTERS_PER_TOKEN_MAX, type Cost, minus, NOTHING, plus, within } from "./show-hit.ts";
import { structuredAnswer } from "./structured-answer.ts";
import { countFiles, FIRST_HITS, type ProjectTokens, tokenStatistics } from "./token-statistics.ts";

/** The smallest budget that fits an envelope and a place. */
const TOKENS_MIN = 200;
/** Share of the budget that the envelope may take before its details go. */
const ENVELOPE_SHARE = 0.35;
/** Definitions of an ambiguous name that are listed, by level of the envelope. */
const DEFINITIONS_LISTED = [20, 5, 0] as const;
/** Tokens around the rows of `locations` in JSON. */
const LOCATIONS_TOKENS = 24;
/** Tokens that one more hit takes beyond its source: its anchor and fences, or all of a place. */
const HIT_FRAME_TOKENS = 45;
/** Tokens of one more line of context, of which a long one is shortened. */
const CONTEXT_LINE_TOKENS = 14;
/** What is left out costs more as JSON: its line ends, tabs and quotes are escaped. */
const JSON_FACTOR = 1.2;
/** A proposed budget is a round number, at most what a request may ask for. */
const WANTED_STEP = 500;
const WANTED_MAX = 200_000;
const ATTEMPTS_MAX = 8;

/** Everything of a result that is known before its source is read. */
export type ResultHead = Omit<SearchResult, "hits" | "cut" | "statistics" | "changedFiles" | "parse">;

export interface Assembly {
  readonly head: ResultHead;
  /** Where several projects are searched: paths are shown with their labels. */
  readonly projects?: { readonly labels: readonly string[]; inner(): readonly InnerFolder[] } | undefined;
  readonly joined: readonly SurroundedHit[];
  /** The documents of the hits, by path. */
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  readonly project: ProjectTokens;
  readonly grep: GrepEstimate | null;
  readonly request: Pick<SearchRequest, "detail" | "explain" | "maxTokens">;
  readonly corpus: CorpusSource;
  readonly counter: TokenCounter;
}

type Level = Cut["envelope"];

/** How the files' texts were read; without those that have no grammar, which are cut at blank lines. */
function parseStates(paths: Iterable<string>, documents: Assembly["documents"]): Record<ParseState, number> {
  const states: Record<ParseState, number> = { full: 0, excused: 0, partial: 0, prose: 0, fallback: 0 };
  for (const path of new Set(paths)) {
    const document = documents.get(path);
    if (document !== undefined && (document.parse !== "fallback" || isPoorlyParsed(document))) {
      states[document.parse]++;
    }
  }
  return states;
}

/** Troubles with the text of one file, which is searched all the same. */
const OF_TEXT: ReadonlySet<ProblemCode> = new Set([
  "PARSE_PARTIAL",
  "PARSE_TIMED_OUT",
  "PARSE_FAILED",
  "FILE_ENCODING_GUESSED",
  "FILE_ENCODING_BROKEN",
]);

/** Of what is known of the whole project: all but troubles with the text of files in which nothing was found. */
function concerns({ hits }: FoundHits): (problem: Problem) => boolean {
  const paths = new Set(hits.map(({ hit }) => hit.path));
  return ({ code, path }) => path === undefined || paths.has(path) || !OF_TEXT.has(code);
}

/** The budget that would hold everything found, as far as it is known without fitting it. 0 where nothing was cut, and where no request may ask for more. */
function tokensWanted(
  maxTokens: number,
  {
    hitsFound,
    hitsReturned,
    hitsTrimmed,
    hitsAsLocations,
    tokensCut,
    contextLinesCut,
    definitionsOmitted,
    envelope,
  }: Omit<Cut, "tokensWanted">,
): number {
  const hitsCut = hitsFound - hitsReturned + hitsAsLocations + hitsTrimmed;
  if (hitsCut + contextLinesCut + definitionsOmitted + envelope === 0) {
    return 0;
  }
  const more =
    tokensCut * JSON_FACTOR +
    hitsCut * HIT_FRAME_TOKENS +
    (contextLinesCut + hitsAsLocations) * CONTEXT_LINE_TOKENS +
    definitionsOmitted * HIT_FRAME_TOKENS;
  const wanted = Math.min(WANTED_MAX, Math.ceil((maxTokens + more) / WANTED_STEP) * WANTED_STEP);
  return wanted - maxTokens < WANTED_STEP / 2 && wanted === WANTED_MAX ? 0 : wanted;
}

/** The result with the fitted hits, as it would be answered at one level of the envelope. */
function compose(assembly: Assembly, found: FoundHits, fitting: Fitting, level: Level, signals: boolean): SearchResult {
  const { head, documents, project, counter, projects } = assembly;
  const [labels, inner] = [projects?.labels ?? [], projects?.inner() ?? []];
  const labelled = <One extends { readonly path?: string }>(one: One): One =>
    one.path === undefined || labels.length === 0 ? one : { ...one, path: withLabels(one.path, labels, inner) };
  // A place without source does not replace the reading of a file.
  const readHere = fitting.hits.filter(({ source }) => source !== null);
  const hitDocuments = readHere.flatMap(({ path }) => documents.get(path) ?? []);
  const firstDocuments = fitting.hits.slice(0, FIRST_HITS).flatMap(({ path }) => documents.get(path) ?? []);
  const contextTokens = fitting.hits.reduce((sum, { source }) => sum + (source?.tokens ?? 0), 0);
  const definitions: readonly Definition[] = head.definitions.slice(0, DEFINITIONS_LISTED[level]).map(labelled);
  const cut = {
    hitsFound: found.hits.length - fitting.hitsAbsorbed,
    hitsReturned: fitting.hits.length,
    hitsTrimmed: fitting.hitsTrimmed,
    hitsAsLocations: fitting.hitsAsLocations,
    tokensCut: fitting.tokensCut,
    contextLinesCut: fitting.contextLinesCut,
    signalsOmitted: !signals,
    definitionsOmitted: head.definitions.length - definitions.length,
    envelope: level,
  };
  return {
    ...head,
    outcome: found.hits.length === 0 ? "empty" : head.outcome,
    matchType: found.hits.length === 0 ? "none" : head.matchType,
    hits:
      inner.length === 0 ? fitting.hits : fitting.hits.map((hit) => ({ ...hit, path: innermostPath(hit.path, inner) })),
    definitions,
    problems: [...head.problems.filter(concerns(found)), ...found.problems].map(labelled),
    parse: parseStates(
      fitting.hits.map(({ path }) => path),
      documents,
    ),
    changedFiles: found.changedFiles.map((path) => withLabels(path, labels, inner)),
    cut: { ...cut, tokensWanted: tokensWanted(assembly.request.maxTokens, cut) },
    statistics: tokenStatistics(project, countFiles(hitDocuments, project), contextTokens, counter.encoding, {
      files: countFiles(firstDocuments, project),
      grep: assembly.grep,
    }),
  };
}

const cost = (result: SearchResult, counter: TokenCounter): Cost => ({
  text: counter.count(renderAnswer(result)),
  json: counter.count(JSON.stringify(structuredAnswer(result))),
});

/** An upper bound of the cost, from the counts made when the hits were fitted: most of the answer is not counted again. */
const costAtMost = (result: SearchResult, hits: Cost, counter: TokenCounter): Cost =>
  plus(hits, {
    text: counter.count(renderHead(result)),
    json: counter.count(JSON.stringify(structuredAnswer({ ...result, hits: [] }))) + LOCATIONS_TOKENS,
  });

/** The envelope's cost with every count at its longest. */
function headCost(assembly: Assembly, found: FoundHits, level: Level): Cost {
  const count = found.hits.length;
  const worst: Fitting = {
    hits: [],
    hitsAbsorbed: 0,
    hitsTrimmed: count,
    hitsAsLocations: count,
    tokensCut: 999_999,
    contextLinesCut: 99,
    cost: NOTHING,
  };
  const composed = compose(assembly, found, worst, level, false);
  const parse = parseStates(
    found.hits.map(({ hit }) => hit.path),
    assembly.documents,
  );
  const result = { ...composed, parse, cut: { ...composed.cut, hitsReturned: count } };
  const { counter } = assembly;
  return {
    text: counter.count(renderHead(result)),
    json: counter.count(JSON.stringify(structuredAnswer(result))) + LOCATIONS_TOKENS,
  };
}

/** A level of the envelope and what it costs. */
interface Envelope {
  readonly level: Level;
  readonly head: Cost;
}

function chooseEnvelope(assembly: Assembly, found: FoundHits): Envelope {
  const room = assembly.request.maxTokens * ENVELOPE_SHARE;
  const at = (level: Level): Envelope => ({ level, head: headCost(assembly, found, level) });
  const fits = ({ head }: Envelope): boolean => within(head, { text: room, json: room });
  const full = at(0);
  if (fits(full)) {
    return full;
  }
  const brief = at(1);
  return fits(brief) ? brief : at(2);
}

/** Fits the hits under one level of the envelope; measures the whole and takes room away until it fits. */
function fitWhole(
  assembly: Assembly,
  found: FoundHits,
  { level, head }: Envelope,
  signals: boolean,
): SearchResult | null {
  const { counter, request } = assembly;
  const budget = { text: request.maxTokens, json: request.maxTokens };
  let room = { text: request.maxTokens - head.text, json: request.maxTokens - head.json };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const fitting = fitHits({ found: found.hits, detail: request.detail, room, withSignals: signals, counter });
    const result = compose(assembly, found, fitting, level, signals);
    if (within(costAtMost(result, fitting.cost, counter), budget)) {
      return result;
    }
    const measured = cost(result, counter);
    if (within(measured, budget)) {
      return result;
    }
    room = {
      text: room.text - Math.max(0, measured.text - budget.text),
      json: room.json - Math.max(0, measured.json - budget.json),
    };
  }
  return null;
}

const complete = ({ cut }: SearchResult): boolean =>
  cut.hitsReturned === cut.hitsFound && cut.hitsTrimmed + cut.hitsAsLocations + cut.contextLinesCut === 0;

/** Whether everything found, with its score shares, might fit; if not, fitting it is not tried. */
function mayBeComplete({ request, counter }: Assembly, { hits }: FoundHits, { head }: Envelope): boolean {
  let characters = 0;
  for (const { source, hit } of hits) {
    characters += startOf(source, hit.endLine + 1) - startOf(source, hit.startLine);
  }
  if (characters > request.maxTokens * CHARACTERS_PER_TOKEN_MAX) {
    return false;
  }
  const room = minus({ text: request.maxTokens, json: request.maxTokens }, head);
  return within(leastCost(hits, { detail: request.detail, withSignals: true, counter }, room), room);
}

/** Reads, verifies and fits. Throws INVALID_INPUT for a budget that is too small for any answer. */
export async function assemble(uncounted: Assembly): Promise<SearchResult> {
  const { encoding, count } = uncounted.counter;
  // A counter for this answer only: it caches the counts of its sources, for both passes over the same hits.
  const assembly = { ...uncounted, counter: { encoding, count } };
  const { request, joined, documents, corpus } = assembly;
  const found = await readSources(joined, documents, corpus);
  const envelope = chooseEnvelope(assembly, found);
  // Score shares explain a ranking, source answers the question: if both do not fit, source stays.
  const withSource = request.detail !== "locations";
  const explained =
    request.explain === true && (!withSource || mayBeComplete(assembly, found, envelope))
      ? fitWhole(assembly, found, envelope, true)
      : null;
  if (explained !== null && complete(explained)) {
    return explained;
  }
  const least = (): Envelope => ({ level: 2, head: headCost(assembly, found, 2) });
  const result = fitWhole(assembly, found, envelope, false) ?? fitWhole(assembly, found, least(), false);
  if (result === null) {
    throw new Failure("INVALID_INPUT", `max_tokens ${request.maxTokens} cannot hold the answer's summary`, {
      hint: `set it to at least ${TOKENS_MIN * 2}`,
    });
  }
  return result;
}
