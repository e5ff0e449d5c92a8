// The tables of the planted faults. Pure.
import { table } from "../support.ts";
import type { Finding } from "./judge.ts";
import { KINDS } from "./kinds.ts";

/** One fault with what the two reviews said. */
export interface Done {
  readonly kind: string;
  readonly half: string;
  readonly rule: string;
  readonly form: string;
  readonly language: string;
  readonly repository: string;
  /** Whether nobody who wrote the rules saw misses of this repository. */
  readonly isFresh: boolean;
  readonly commit: string;
  readonly hash: string;
  readonly why: string;
  readonly patch: string;
  /** Whether the rule ran in the review with the fault; otherwise why not. */
  readonly unavailable: string | null;
  readonly found: Finding | null;
  readonly before: readonly Finding[];
  readonly others: readonly Finding[];
  /** All findings of the commit without the fault. */
  readonly clean: readonly Finding[];
  readonly status: string;
  readonly ms: number;
}

const share = (part: number, of: number): string => (of === 0 ? "–" : (part / of).toFixed(2).replace(/^0/, ""));

function row(name: string, of: readonly Done[]): string[] {
  const ran = of.filter(({ unavailable }) => unavailable === null);
  const found = ran.filter((one) => one.found !== null).length;
  return [
    name,
    String(of.length),
    String(of.length - ran.length),
    String(found),
    share(found, ran.length),
    String(of.filter(({ before }) => before.length > 0).length),
    String(new Set(of.map(({ language }) => language)).size),
  ];
}

/** None where all are of one sort. */
function freshRows(done: readonly Done[]): string[][] {
  const fresh = done.filter(({ isFresh }) => isFresh);
  const known = done.filter(({ isFresh }) => !isFresh);
  return fresh.length === 0 || known.length === 0
    ? []
    : [row("**all of known repositories**", known), row("**all of fresh repositories**", fresh)];
}

const HEADER = ["fault", "planted", "rule could not run", "found", "share", "there without the fault", "languages"];

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

export function report(done: readonly Done[], about: readonly string[]): string {
  const halves = ["open", "kept"].flatMap((half) => {
    const of = done.filter((one) => one.half === half);
    const kinds = KINDS.filter((kind) => kind.half === half).map(({ name }) =>
      row(
        name,
        of.filter((one) => one.kind === name),
      ),
    );
    return of.length === 0 ? [] : [...kinds.filter(([, planted]) => planted !== "0"), row(`**all ${half} kinds**`, of)];
  });
  const noisy = done.filter(({ clean }) => clean.length > 0).length;
  const clean = counted(done.flatMap((one) => one.clean.map(({ rule }) => rule)));
  const others = counted(done.flatMap((one) => one.others.map(({ rule }) => rule)));
  const severe = done.filter((one) =>
    one.clean.some(({ severity }) => ["medium", "high", "critical"].includes(severity)),
  ).length;
  return [
    ...about.map((line) => `- ${line}`),
    `- Without a fault: ${noisy} of ${done.length} commits have findings, ${severe} of severity medium or above${clean === "" ? "" : ` (${clean})`}.`,
    `- New with a fault, besides the finding about it: ${others === "" ? "none" : others}.`,
    "",
    table(HEADER, [...halves, ...freshRows(done), row("**all**", done)]),
    "",
  ].join("\n");
}
