// The tables of the comparison.
import { quantile, table } from "../support.ts";
import type { Compared } from "./compare.ts";

/** One rename that was drawn. */
export interface Drawn {
  readonly symbol: string;
  readonly kind: string;
  /** What became of it: both renamed it, or who refused. */
  readonly outcome: "compared" | "we refused" | "judge refused" | "both refused";
  /** Of a refusal. */
  readonly why: string;
  /** That our rename took, without what the index took. */
  readonly ms: number;
  readonly compared: Compared | null;
}

export interface Judged {
  readonly judge: string;
  readonly repository: string;
  readonly isAside: boolean;
  readonly drawn: readonly Drawn[];
}

const share = (part: number, of: number): string => (of === 0 ? "-" : (part / of).toFixed(3));

function rowOf(name: string, judged: readonly Judged[]): string[] {
  const drawn = judged.flatMap((one) => one.drawn);
  const compared = drawn.flatMap((one) => one.compared ?? []);
  const sum = (of: (one: Compared) => number): number => compared.reduce((total, one) => total + of(one), 0);
  const [due, found, listed] = [sum((one) => one.due), sum((one) => one.found), sum((one) => one.listed)];
  const times = drawn.map(({ ms }) => ms);
  const refused = drawn.filter(({ outcome }) => outcome === "we refused").length;
  return [
    name,
    String(drawn.length),
    String(compared.length),
    String(refused),
    String(due),
    share(found, due),
    share(found + listed, due),
    String(sum((one) => one.wrong.length)),
    String(sum((one) => one.implementing)),
    String(sum((one) => one.meant ?? 0)),
    String(sum((one) => one.unread)),
    String(sum((one) => one.unknown)),
    `${compared.filter((one) => one.found === one.due && one.wrong.length === 0).length}`,
    [0.5, 0.95, 1].map((at) => Math.round(quantile(times, at))).join(" / "),
  ];
}

const HEADER = [
  "repository",
  "drawn",
  "compared",
  "only we refused",
  "places due",
  "renamed",
  "renamed or listed",
  "renamed wrongly",
  "renamed in implementations that the judge leaves",
  "renamed where the judge says that the symbol is meant, and leaves it",
  "renamed where the judge does not read",
  "renamed where the judge knows no meaning",
  "renames that are the same",
  "ms: p50 / p95 / longest",
];

export function renderReport(all: readonly Judged[], about: readonly string[]): string {
  const judges = [...new Set(all.map(({ judge }) => judge))];
  const tables = judges.map((judge) => {
    const own = all.filter((one) => one.judge === judge);
    const rows = own.map((one) => rowOf(`${one.repository}${one.isAside ? " (kept aside)" : ""}`, [one]));
    return `Judged by ${judge}:\n\n${table(HEADER, [...rows, rowOf("all", own)])}\n`;
  });
  return [...about.map((line) => `- ${line}`), "", ...tables].join("\n");
}
