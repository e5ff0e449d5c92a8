// The answer as compact text, for a model or a terminal: an envelope of a few lines, then each hit under its `path:start-end`
// anchor with its source in a fence that the source cannot close. Names from the repository are escaped, so that none can start
// a line of its own.
import { renderProblem } from "../../vocabulary/failure.ts";
import { escapeName, escapeRoot, fenceFor, formatNumber, renderCount, shortened } from "../../vocabulary/shown-text.ts";
import { describeCut } from "./describe-cut.ts";
import type { Cut, SearchedProject, SearchResult, ShownHit } from "./search-result.ts";
import { fileOf, isBrief, locationOf, PROBLEMS_LISTED_MAX, poorlyParsed } from "./structured-answer.ts";

/** Digits of a commit's name that a person is shown. */
const COMMIT_LENGTH = 12;
const shortCommit = (id: string): string => id.slice(0, COMMIT_LENGTH);

/** "all 3,019 files", "2,000 of 3,019 files". */
const share = (done: number, total: number, noun: string): string =>
  done === total ? `all ${renderCount(total, noun)}` : `${formatNumber(done)} of ${renderCount(total, noun)}`;

/** A first answer says what it is made from: the index was never whole. */
function renderFreshness({ lagging, building, coverage, filesRead, unchecked }: SearchResult): string {
  if (unchecked === true) {
    return "files are not checked for changes yet: ask again for an answer from checked files";
  }
  if (building) {
    return `answered from the text of ${share(filesRead, coverage.files, "file")}; the index is being made`;
  }
  return lagging === 0 ? "fresh" : `${renderCount(lagging, "file")} not indexed yet`;
}

/** “invoices” and “rounding” occur nowhere in the project; "" where every word does. What stands in a text that is never searched is not known. */
function renderMissing({ missingWords = [], projects = [], scope }: SearchResult): string {
  const words = missingWords.map((word) => `“${escapeName(shortened(word))}”`);
  const last = words.pop();
  const listed = words.length === 0 ? last : `${words.join(", ")} and ${last}`;
  const all = projects.length > 0 ? "nowhere in these projects" : "nowhere in the project";
  const where = Object.keys(scope.excluded).some((name) => name !== "binary") ? "in no file that is searched" : all;
  return last === undefined ? "" : `; ${listed} ${words.length === 0 ? "occurs" : "occur"} ${where}`;
}

const DOUBTFUL = {
  none: "nothing here answers this",
  weak: "nothing clearly answers this",
} as const;

function renderHits(result: SearchResult): string {
  const { outcome, matchType, cut } = result;
  const hits = `${renderCount(cut.hitsReturned, "hit")} (${matchType})`;
  const missing = renderMissing(result);
  return outcome === "weak" || outcome === "none"
    ? `${DOUBTFUL[outcome]}${missing}; ${outcome === "none" ? "the nearest places are listed" : hits}`
    : `${outcome === "empty" ? "no hits" : hits}${missing}`;
}

function renderOutcome(result: SearchResult): string {
  const { outcome, lagging, building } = result;
  return `${outcome}: ${renderHits(result)}${lagging === 0 && !building ? "" : `; ${renderFreshness(result)}`}`;
}

/** Why the question was not read by meaning although the project's code could be. */
const renderNotUsed = ({ parts: { vectors } }: SearchResult): string[] =>
  vectors.state === "not used" ? [vectors.detail] : [];

/** What was not searched, by words or by meaning; nothing where both are whole. */
function renderCompleteness({ coverage, building, parts, outcome, scope }: SearchResult): string[] {
  const { filesSearchable, files, chunksEmbedded, chunks } = coverage;
  const excluded = Object.entries(scope.excluded).map(([name, count]) => `${formatNumber(count)} ${name}`);
  const state = parts.vectors.state;
  // While vectors are missing, their number says enough; a server that does not answer has to be named.
  const isCounted = state === "stale" && chunksEmbedded < chunks;
  return [
    ...(filesSearchable < files && !building ? [`words of ${share(filesSearchable, files, "file")}`] : []),
    ...(chunksEmbedded < chunks && state !== "disabled"
      ? [`meaning index ${formatNumber(chunksEmbedded)}/${formatNumber(chunks)}`]
      : []),
    ...(state === "applied" || state === "not used" || isCounted
      ? []
      : [
          state === "disabled"
            ? "search by meaning is off"
            : `search by meaning ${state}: ${escapeName(parts.vectors.detail)}`,
        ]),
    ...(outcome === "empty"
      ? [
          `searched ${renderCount(scope.filesInScope, "file")}${excluded.length > 0 ? `; never searched: ${excluded.join(", ")}` : ""}`,
        ]
      : []),
  ];
}

function renderCut(cut: Cut): string[] {
  const phrase = describeCut(cut);
  return phrase === "" ? [] : [phrase];
}

function renderScope({ scope }: SearchResult): string[] {
  const { paths, languages, kinds, changedSince: ref = "" } = scope.filter;
  const { commit, files = 0 } = scope.changedSince ?? {};
  const filters = [
    scope.changedSince === undefined
      ? ""
      : `changed since ${escapeName(ref)}${commit === undefined ? "" : `, commit ${shortCommit(commit)}`}: ${renderCount(files, "file")}`,
    paths.length > 0 ? `paths ${paths.map(escapeName).join(" ")}` : "",
    languages.length > 0 ? `languages ${languages.join(" ")}` : "",
    kinds.length > 0 ? `kinds ${kinds.join(" ")}` : "",
  ].filter((part) => part !== "");
  const isCounted = filters.length === 1 && files === scope.filesInScope && scope.changedSince !== undefined;
  const count = isCounted ? "" : ` (${renderCount(scope.filesInScope, "file")})`;
  return filters.length === 0 ? [] : [`scope: ${filters.join("; ")}${count}`];
}

function renderParse({ parse }: SearchResult): string[] {
  const states = Object.entries(poorlyParsed(parse));
  return states.length === 0 ? [] : [`parsed: ${states.map(([state, files]) => `${files} ${state}`).join(", ")}`];
}

function renderProblems({ problems, cut, changedFiles }: SearchResult): string[] {
  const changed =
    changedFiles.length > 0
      ? [`${renderCount(changedFiles.length, "file")} changed while this answer was made: their hits are left out`]
      : [];
  if (problems.length === 0) {
    return changed;
  }
  const listed = cut.envelope === 0 ? problems.slice(0, PROBLEMS_LISTED_MAX) : [];
  const rest = problems.length - listed.length;
  return [
    ...changed,
    ...listed.map(renderProblem),
    ...(rest > 0 ? [`${renderCount(rest, listed.length > 0 ? "further problem" : "problem")} not listed`] : []),
  ];
}

/** What was searched is never silently another thing than what was asked. */
const renderCorrections = ({ corrections = [] }: SearchResult): string[] =>
  corrections.map(
    ({ written, searched }) =>
      `read “${escapeName(shortened(written))}” as ${searched.map((name) => escapeName(shortened(name))).join(", ")}`,
  );

function renderDefinitions({ definitions, cut }: SearchResult): string[] {
  if (definitions.length === 0) {
    return [];
  }
  const total = definitions.length + cut.definitionsOmitted;
  return [
    `the name has ${renderCount(total, "definition")} of equal standing; qualify it or filter by path:`,
    ...definitions.map(
      ({ path, line, symbol, kind }) => `- ${escapeName(path)}:${line} ${escapeName(shortened(symbol))} (${kind})`,
    ),
  ];
}

function renderProject({ label, root, commit, lagging, failure }: SearchedProject): string {
  const states = [
    commit === undefined ? "" : `commit ${shortCommit(commit)}`,
    lagging > 0 ? `${renderCount(lagging, "file")} not indexed yet` : "",
  ];
  const state =
    failure === null
      ? states.filter((one) => one !== "").join(", ")
      : `not searched, ${failure.code}: ${escapeName(shortened(failure.message))}`;
  return `${escapeName(label)} = ${escapeRoot(root)}${state === "" ? "" : ` (${state})`}`;
}

/** The line that lists several projects; none where one was searched. */
export const renderProjects = ({ projects = [] }: SearchResult): string[] =>
  projects.length === 0 ? [] : [`projects: ${projects.map(renderProject).join("; ")}`];

/** What to do where nothing, or nothing sure, was found. */
const DOUBT_ADVICE = "try the words that the project itself uses, or a name";

function adviceOf({ coverage, building, scope }: SearchResult): string {
  if (scope.changedSince?.files === 0) {
    return `no file differs from ${escapeName(scope.filter.changedSince ?? "")}`;
  }
  if (building) {
    return "the index is being made: ask again in a moment, or try other words";
  }
  if (coverage.files > 0 && scope.filesInScope === 0) {
    return "the filters leave no file: correct or remove them";
  }
  return coverage.files === 0
    ? "this project has no searchable files: is it the right project? index_status lists what is left out"
    : "try other words, a symbol's name, or fewer filters";
}

/** The envelope, with its final line break. */
export function renderHead(result: SearchResult): string {
  const level = result.cut.envelope;
  const about = [
    ...renderCompleteness(result),
    ...(level < 2 ? renderParse(result) : []),
    ...(level === 0 ? renderScope(result) : []),
  ];
  const lines = [
    renderOutcome(result),
    ...renderProjects(result),
    ...renderNotUsed(result),
    ...(about.length === 0 ? [] : [about.join("; ")]),
    ...renderCut(result.cut),
    ...renderProblems(result),
    ...renderCorrections(result),
    ...renderDefinitions(result),
    ...(result.outcome === "empty" ? [adviceOf(result)] : []),
    ...(result.outcome === "weak" || result.outcome === "none" ? [DOUBT_ADVICE] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** " — lines 3–5 of 3–9 shown; part of 1–40", or less. */
function renderExtent({ source, startLine, endLine, symbolLines }: ShownHit): string {
  const whole = source === null || (source.startLine === startLine && source.endLine === endLine);
  const parts = [
    whole ? "" : `lines ${source.startLine}–${source.endLine} of ${startLine}–${endLine} shown`,
    symbolLines === null ? "" : `part of ${symbolLines.startLine}–${symbolLines.endLine}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` — ${parts.join("; ")}`;
}

/** The text before and after a hit's source; for a hit without source, all of it is before. */
export function frameOf(hit: ShownHit): readonly [before: string, after: string] {
  const { source } = hit;
  const name = hit.symbol === null ? "" : ` ${escapeName(shortened(hit.symbol))}`;
  const anchor = `${hit.rank}. ${escapeName(fileOf(hit))}:${hit.startLine}-${hit.endLine}${name} (${hit.kind})`;
  if (source === null) {
    return [`${anchor}\n`, ""];
  }
  const context = source.context.map(({ line, text }) => `${line}: ${text}\n`).join("");
  const fence = fenceFor(context, source.text);
  const lines = context === "" ? "" : `${fence}\n${context}${fence}\n`;
  return [`${anchor}${renderExtent(hit)}\n${lines}${fence}\n`, `\n${fence}\n`];
}

/** One hit with its final line break: its anchor, the numbered lines that its source needs, its source. */
export function renderHit(hit: ShownHit): string {
  const [before, after] = frameOf(hit);
  return before + (hit.source?.text ?? "") + after;
}

/** A hit without room for more, with its final line break. */
export const renderLocation = (hit: ShownHit): string => `${hit.rank}. ${escapeName(locationOf(hit))}\n`;

/** The whole answer: hits with source, then the places of the others, both in order of rank. */
export function renderAnswer(result: SearchResult): string {
  const shown = result.hits.filter((hit) => !isBrief(hit, result.detail));
  const brief = result.hits.filter((hit) => isBrief(hit, result.detail));
  return renderHead(result) + [...shown.map(renderHit), ...brief.map(renderLocation)].join("");
}
