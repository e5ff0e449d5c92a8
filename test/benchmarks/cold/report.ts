// The figures of a run as data, and the tables that a person reads. Pure.
import { quantile, table } from "../support.ts";

/** One question to a server that had never seen the project. */
export interface AskedCold {
  readonly repo: string;
  readonly query: string;
  readonly load: Load;
  /** NDCG@10 of the first answer, and of the same question where all words are indexed. */
  readonly first: number;
  readonly whole: number;
  /** From the call, and from the start of the process. */
  readonly ms: number;
  readonly sinceStartMs: number;
  /** Share of the files that the answer was made from. */
  readonly filesShare: number;
  /** Times of further questions, asked while the index was being made. */
  readonly laterMs: readonly number[];
}

export const LOADS = ["quiet", "two busy loops"] as const;
export type Load = (typeof LOADS)[number];

export interface LoadFigures {
  readonly load: Load;
  readonly questions: number;
  readonly first: number;
  readonly whole: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly sinceStartP50Ms: number;
  readonly sinceStartP95Ms: number;
  /** Median. */
  readonly filesShare: number;
  readonly later: { readonly questions: number; readonly p50Ms: number | null; readonly p95Ms: number | null };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export function figuresOf(asked: readonly AskedCold[], load: Load): LoadFigures {
  const all = asked.filter((one) => one.load === load);
  const of = (value: (one: AskedCold) => number): number[] => all.map(value);
  const later = all.flatMap(({ laterMs }) => laterMs);
  const ofLater = (at: number): number | null => (later.length === 0 ? null : quantile(later, at));
  return {
    load,
    questions: all.length,
    first: mean(of(({ first }) => first)),
    whole: mean(of(({ whole }) => whole)),
    p50Ms: quantile(
      of(({ ms }) => ms),
      0.5,
    ),
    p95Ms: quantile(
      of(({ ms }) => ms),
      0.95,
    ),
    sinceStartP50Ms: quantile(
      of(({ sinceStartMs }) => sinceStartMs),
      0.5,
    ),
    sinceStartP95Ms: quantile(
      of(({ sinceStartMs }) => sinceStartMs),
      0.95,
    ),
    filesShare: quantile(
      of(({ filesShare }) => filesShare),
      0.5,
    ),
    later: { questions: later.length, p50Ms: ofLater(0.5), p95Ms: ofLater(0.95) },
  };
}

const short = (value: number): string => value.toFixed(3).replace(/^(-?)0\./, "$1.");
const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const percent = (part: number): string => `${Math.round(100 * part)} %`;

/** Signed, so that a loss is seen as one. */
const difference = (of: number, less: number): string => {
  const text = short(Math.abs(of - less));
  return of < less ? `−${text}` : `+${text}`;
};

export function renderReport(asked: readonly AskedCold[]): string {
  const loads = LOADS.filter((load) => asked.some((one) => one.load === load));
  const rows = loads.map((load) => {
    const { later, ...of } = figuresOf(asked, load);
    return [
      load,
      String(of.questions),
      short(of.first),
      short(of.whole),
      difference(of.first, of.whole),
      `${seconds(of.p50Ms)} / ${seconds(of.p95Ms)}`,
      `${seconds(of.sinceStartP50Ms)} / ${seconds(of.sinceStartP95Ms)}`,
      percent(of.filesShare),
      later.p50Ms === null || later.p95Ms === null ? "–" : `${seconds(later.p50Ms)} / ${seconds(later.p95Ms)}`,
    ];
  });
  const names = [...new Set(asked.map(({ repo }) => repo))].sort();
  const byRepository = names.map((repo) => {
    const own = asked.filter((one) => one.repo === repo);
    return [
      repo,
      ...loads.flatMap((load) => {
        const { first, whole, p50Ms, filesShare, questions } = figuresOf(own, load);
        return questions === 0
          ? ["–", "–", "–", "–"]
          : [short(first), difference(first, whole), seconds(p50Ms), percent(filesShare)];
      }),
    ];
  });
  const columns = loads.flatMap((load) => [`first answer, ${load}`, "to the whole", "p50 s", "files"]);
  return [
    table(
      [
        "beside",
        "questions",
        "first answer",
        "whole index by words",
        "difference",
        "from the call, p50 / p95 s",
        "from the process's start",
        "files, median",
        "while indexing, p50 / p95 s",
      ],
      rows,
    ),
    "",
    table(["repository", ...columns], byRepository),
    "",
  ].join("\n");
}
