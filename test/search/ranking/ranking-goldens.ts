// What a reviewer reads of a ranking: one page a query, and the figures of all. The order of the hits stands apart from the
// shares that made it, so that a diff shows first whether anything moved. Knows no search.
import type { Hit } from "../../../src/vocabulary/search.ts";
import { type Figures, figuresOf, rankOf, type Target } from "../../support/judged.ts";
import { HARD_CASES, type JudgedProject, type JudgedQuery, QUERY_KINDS } from "./judged-projects.ts";

export interface Answered {
  readonly project: string;
  readonly query: JudgedQuery;
  /** The first ten places. */
  readonly hits: readonly Hit[];
}

/** Hits shown where the targets stand among them. */
const SHOWN = 5;
/** Hits explained, beside those that show a target. */
const EXPLAINED = 3;

const placeName = (rank: number): string => (rank === 0 ? "not among the first ten" : `in place ${rank}`);

function head({ query, kind, case: hard, targets, because }: JudgedQuery, hits: readonly Hit[]): string[] {
  return [
    `query   ${query.replaceAll("\n", "\n        ")}`,
    `kind    ${kind}${hard === undefined ? "" : `, ${hard}`}`,
    ...targets.map((target) => `target  ${target.written}: ${placeName(rankOf(hits, target))}`),
    ...(because === undefined ? [] : [`because ${because}`]),
    "",
  ];
}

/** Ranks of the hits that show the targets, 1-based; a hit that shows two stands once. */
const targetRanks = (hits: readonly Hit[], targets: readonly Target[]): Set<number> =>
  new Set(targets.map((target) => rankOf(hits, target)).filter((rank) => rank > 0));

/** Every place with its lines, the targets starred, and what each signal gave the first of them. */
export function renderRanking(query: JudgedQuery, hits: readonly Hit[]): string {
  const ranks = targetRanks(hits, query.targets);
  const places = hits.slice(0, Math.max(SHOWN, ...ranks)).map(({ path, startLine, endLine, symbol }, at) => {
    const star = ranks.has(at + 1) ? "*" : " ";
    return `${String(at + 1).padStart(2)} ${star} ${path}:${startLine}-${endLine} ${symbol ?? ""}`.trimEnd();
  });
  const shares = hits.flatMap(({ score, explanation }, at) =>
    at < EXPLAINED || ranks.has(at + 1)
      ? [
          `${String(at + 1).padStart(2)}  ${score.toFixed(2)} = ${explanation.map(({ signal, share }) => `${signal} ${share.toFixed(2)}`).join(", ")}`,
        ]
      : [],
  );
  return [...head(query, hits), ...places, "", ...shares, ""].join("\n");
}

/**
 * The targets' places and the files that stand before the last of them: what is behind moves with every edit of unrelated
 * source and says nothing. Where no target is found, the first files.
 */
export function renderPaths(query: JudgedQuery, hits: readonly Hit[]): string {
  const wanted = new Set(query.targets.map(({ path }) => path));
  const paths = [...new Set(hits.map(({ path }) => path))].slice(0, SHOWN);
  const last = paths.findLastIndex((path) => wanted.has(path));
  const shown = last === -1 ? paths : paths.slice(0, last + 1);
  return [...head(query, hits), ...shown.map((path) => `${wanted.has(path) ? "*" : " "} ${path}`), ""].join("\n");
}

const figure = (value: number): string => value.toFixed(3).padStart(9);

function renderFigures(name: string, { queries, ndcg10, recall1, recall5, recall10, mrr }: Figures): string {
  return `${name.padEnd(24)}${String(queries).padStart(5)}${[ndcg10, recall1, recall5, recall10, mrr].map(figure).join("")}`;
}

/** Figures of all queries, then of each project, kind and hard case. Every line is `name  n  five figures`. */
export function renderStatistics(title: string, answers: readonly Answered[]): string {
  const projects = [...new Set(answers.map(({ project }) => project))];
  const groups: readonly (readonly [string, (one: Answered) => boolean])[] = [
    ["all", () => true],
    ...projects.map((name) => [`project ${name}`, (one: Answered) => one.project === name] as const),
    ...QUERY_KINDS.map((kind) => [`kind ${kind}`, (one: Answered) => one.query.kind === kind] as const),
    ...HARD_CASES.map((hard) => [`case ${hard}`, (one: Answered) => one.query.case === hard] as const),
  ];
  const lines = groups.flatMap(([name, belongs]) => {
    const ofGroup = answers.filter(belongs).map(({ hits, query }) => ({ hits, targets: query.targets }));
    return ofGroup.length === 0 ? [] : [renderFigures(name, figuresOf(ofGroup))];
  });
  return [title, "", `${" ".repeat(28)}n  NDCG@10 recall@1 recall@5  rec.@10      MRR`, ...lines, ""].join("\n");
}

/** One line a query: the places of its targets in their order, a dash for one that is not among the first ten. */
export function renderPlaces(project: JudgedProject, answers: readonly Answered[]): string {
  const lines = answers.map(({ query, hits }) => {
    const ranks = query.targets.map((target) => rankOf(hits, target) || "-").join(" ");
    return `  ${ranks.padEnd(8)} ${query.slug}`;
  });
  return [project.name, ...lines, ""].join("\n");
}
