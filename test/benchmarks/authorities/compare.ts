// Our references beside an authority's: whether a site that it knows is among ours, and whether a row of ours is right by its
// word. Pure.
import type { OurAnswer, OurRow } from "./ask.ts";
import { type Occurrence, type Reading, targetOf } from "./reading.ts";
import type { Site } from "./sample.ts";

/** Best first. */
export const CERTAINTIES = ["exact", "constrained", "heuristic"] as const;
const CALL_ROLES: ReadonlySet<string> = new Set(["call", "new", "decorate"]);
export const isCall = ({ role }: OurRow): boolean => CALL_ROLES.has(role);

export interface JudgedSite extends Site {
  /** The best certainty of our rows there; null: a miss. */
  readonly found: string | null;
  /** Found as a call. */
  readonly foundCall: boolean;
  /** Why it is missed; "" where it is not. */
  readonly cause: "" | "no symbol" | "not referenced" | "cut" | "failed";
}

/** `answers` by number of target: the site is found where the answer about any of its targets has a row there. */
export function judgeSite(site: Site, answers: ReadonlyMap<number, OurAnswer>): JudgedSite {
  const about = site.targets.flatMap((number) => answers.get(number) ?? []);
  const rows = about.flatMap((one) => one.rows).filter(({ path, line }) => path === site.path && line === site.line);
  const found = CERTAINTIES.find((certainty) => rows.some((row) => row.certainty === certainty)) ?? null;
  return { ...site, found, foundCall: rows.some(isCall), cause: found === null ? causeOf(about) : "" };
}

function causeOf(about: readonly OurAnswer[]): JudgedSite["cause"] {
  const has = (state: OurAnswer["state"]): boolean => about.some((one) => one.state === state);
  return has("failed") ? "failed" : has("cut") ? "cut" : has("whole") ? "not referenced" : "no symbol";
}

/**
 * "related": it means what the symbol overrides or what overrides it, which an authority's own search for references counts as
 * one; "unknown": the authority says nothing of the names there, or did not read the file.
 */
export type Verdict = "right" | "related" | "wrong" | "unknown";

export interface JudgedRow extends OurRow {
  readonly target: number;
  readonly verdict: Verdict;
  /** What the authority says instead, for a person. */
  readonly instead: string;
}

/** `textOf` answers a line of a file. */
export function judgeRow(
  row: OurRow,
  number: number,
  reading: Reading,
  textOf: (path: string, line: number) => string,
): JudgedRow {
  const of = (verdict: Verdict, instead = ""): JudgedRow => ({ ...row, target: number, verdict, instead });
  const { name, places } = targetOf(reading, number);
  if (places.some(([path, line]) => path === row.path && line === row.line)) {
    return of("right");
  }
  const file = reading.files.get(row.path);
  if (file === undefined) {
    return of("unknown", "the authority did not read the file");
  }
  const there = file.filter(({ line }) => line === row.line);
  const meaning = (test: (target: number) => boolean): boolean =>
    there.some((one) => Array.isArray(one.meaning) && one.meaning.some(test));
  if (meaning((one) => one === number)) {
    return of("right");
  }
  if (meaning((one) => isRelated(one, number, reading))) {
    return of("related");
  }
  const made = CONSTRUCTORS.has(name) && isCall(row) ? madeOf(number, reading) : null;
  if (made !== null && meaning((one) => one === made || targetOf(reading, one).kind === "class")) {
    // A constructor counts as its class. What makes an instance of another class may inherit it.
    return meaning((one) => one === made) ? of("related") : of("unknown", "an instance of another class");
  }
  const named = there.filter((one) => one.name === name);
  // Of several of the name, that of which nothing is said may be ours. An alias has another name.
  const silent = (named.length > 0 ? named : there).some((one) => one.meaning === null);
  if (named.length > 0 && !silent) {
    return of("wrong", named.map((one) => describe(one, reading)).join("; "));
  }
  // Some authorities pass over what they cannot resolve.
  return silent || textOf(row.path, row.line).includes(name)
    ? of("unknown", "the authority does not say")
    : of("wrong", "nothing of that name stands there");
}

/** Names that the text of a call of them does not have. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(["__init__", "__new__", "constructor"]);

/** The class that a constructor stands in: the last one above it in its file. */
function madeOf(number: number, { targets }: Reading): number | null {
  const [[path, line] = ["", 0]] = targets.get(number)?.places ?? [];
  let found: { readonly number: number; readonly line: number } | null = null;
  for (const [at, { kind, places }] of targets) {
    const above = places.find(([where, on]) => where === path && on < line)?.[1] ?? 0;
    if (kind === "class" && above > (found?.line ?? 0)) {
      found = { number: at, line: above };
    }
  }
  return found?.number ?? null;
}

function describe({ declares, meaning }: Occurrence, reading: Reading): string {
  if (!Array.isArray(meaning)) {
    return declares ? "a declaration" : String(meaning);
  }
  const places = meaning.map((one: number) => {
    const { kind, places: at } = targetOf(reading, one);
    return `${kind} ${(at[0] ?? []).join(":")}`;
  });
  return `${declares ? "declares " : ""}${places.join(", ")}`;
}

/** Whether one overrides the other, over any number of steps. */
function isRelated(one: number, other: number, reading: Reading): boolean {
  return isAbove(one, other, reading) || isAbove(other, one, reading);
}

function isAbove(above: number, below: number, reading: Reading): boolean {
  const seen = new Set([below]);
  // A set goes on over what is added while it is walked.
  for (const number of seen) {
    for (const next of targetOf(reading, number).supers) {
      seen.add(next);
    }
  }
  return above !== below && seen.has(above);
}
