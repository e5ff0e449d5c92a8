// Names judged by reading the code, beside what our tool links there: what is found, missed and wrong. Pure: the answers are
// handed in. The files are fixtures/benchmarks/edges/<language>.jsonl, one name a line.
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { OurRow } from "../authorities/ask.ts";
import { isCall } from "../authorities/compare.ts";
import type { Place } from "../authorities/reading.ts";
import { table } from "../support.ts";

export interface Entry {
  readonly repository: string;
  readonly commit: string;
  /** Where the name stands. */
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly role: string;
  /** `path:line` of the definition's name; "foreign": outside the project; "none": nothing that has a definition. */
  readonly target: string;
  /** "site": from the source, before any answer was seen; "edge": from what our tool linked. */
  readonly drawn: "site" | "edge";
}

const isPlace = (target: unknown): boolean =>
  typeof target === "string" && /^(?:foreign|none|[^\0]+:[1-9]\d*)$/.test(target);

/** `text` is JSON, one object a line. INVALID_INPUT names the line that is none. */
export function parseEntries(text: string, file: string): Entry[] {
  return text.split("\n").flatMap((written, at) => {
    if (written === "") {
      return [];
    }
    try {
      const entry = JSON.parse(written) as Entry;
      if (isPlace(entry.target) && (entry.drawn === "site" || entry.drawn === "edge") && entry.line > 0) {
        return [entry];
      }
    } catch {
      // Said below, with the place.
    }
    throw new Failure("INVALID_INPUT", `${file}:${at + 1} is no judged name`, {
      hint: "docs/records/references-measured.md says what a line holds",
    });
  });
}

/** Null where nothing of the project is meant. */
export function placeOf({ target }: Entry): Place | null {
  const at = target.lastIndexOf(":");
  return at < 0 ? null : [target.slice(0, at), Number(target.slice(at + 1))];
}

/**
 * "right": linked to what is meant; "wrong": linked to something else of the name, or to anything where nothing of the project
 * is meant; "unlinked": to nothing.
 */
export interface Judgement {
  readonly entry: Entry;
  readonly verdict: "right" | "wrong" | "unlinked";
  /** Of the link; "" where there is none. */
  readonly certainty: string;
  readonly calls: boolean;
  /** Not all symbols of the name were asked for a wrong link. */
  readonly partly: boolean;
}

/** `meant`: rows about the definition judged to be meant; `others`: about other symbols of the name. */
export function judge(entry: Entry, meant: readonly OurRow[], others: readonly OurRow[], partly: boolean): Judgement {
  const there = ({ path, line }: OurRow): boolean => path === entry.path && line === entry.line;
  const right = meant.filter(there);
  const wrong = right.length > 0 ? [] : others.filter(there);
  const found = [...right, ...wrong];
  // A line may have several names; the row of the same role is this one's.
  const row = found.find(({ role }) => role === entry.role) ?? found[0];
  const verdict = right.length > 0 ? "right" : wrong.length > 0 ? "wrong" : "unlinked";
  const calls = row === undefined ? entry.role === "call" : isCall(row);
  return { entry, verdict, certainty: row?.certainty ?? "", calls, partly: partly && verdict === "unlinked" };
}

export interface Share {
  readonly of: number;
  readonly right: number;
}

const shareOf = (judgements: readonly Judgement[]): Share => ({
  of: judgements.length,
  right: judgements.filter(({ verdict }) => verdict === "right").length,
});

export interface Figures {
  /** Sites that mean something of the project. */
  readonly recall: Share;
  readonly callRecall: Share;
  /** Sites that do not; `right`: rightly linked to nothing. */
  readonly foreign: Share;
  /** Of these, those where only some symbols of the name were asked. */
  readonly partly: number;
  /** Drawn edges that our tool still links. */
  readonly precision: Share;
  readonly precisionBy: Readonly<Record<string, Share>>;
  readonly callPrecision: Share;
  /** Drawn edges that it does not link any more. */
  readonly gone: number;
}

export const LABELS = ["exact", "constrained", "heuristic"] as const;

export function figuresOf(all: readonly Judgement[]): Figures {
  const sites = all.filter(({ entry }) => entry.drawn === "site");
  const inside = sites.filter(({ entry }) => placeOf(entry) !== null);
  const outside = sites.filter(({ entry }) => placeOf(entry) === null);
  const edges = all.filter(({ entry }) => entry.drawn === "edge");
  const linked = edges.filter(({ verdict }) => verdict !== "unlinked");
  return {
    recall: shareOf(inside),
    callRecall: shareOf(inside.filter(({ entry }) => entry.role === "call" || entry.role === "new")),
    foreign: { of: outside.length, right: outside.filter(({ verdict }) => verdict === "unlinked").length },
    partly: outside.filter(({ partly }) => partly).length,
    precision: shareOf(linked),
    precisionBy: Object.fromEntries(
      LABELS.map((label) => [label, shareOf(linked.filter(({ certainty }) => certainty === label))]),
    ),
    callPrecision: shareOf(linked.filter(({ calls }) => calls)),
    gone: edges.length - linked.length,
  };
}

export interface Measured {
  readonly language: string;
  readonly repositories: readonly string[];
  readonly judgements: readonly Judgement[];
}

const told = (share: Share | undefined): string =>
  share === undefined || share.of === 0
    ? ""
    : `${(share.right / share.of).toFixed(2).replace(/^0/, "")} (${share.right} of ${share.of})`;

/** Sites that are missed and links that are wrong, a line each, for a person. */
export const renderTrouble = (judgements: readonly Judgement[]): string =>
  judgements
    .filter(({ entry, verdict }) => (placeOf(entry) === null ? verdict === "wrong" : verdict !== "right"))
    .map(({ entry: { drawn, path, line, name, target }, verdict, certainty }) =>
      ["", drawn, verdict, certainty, `${path}:${line}`, name, "→", target]
        .filter((word, at) => at === 0 || word !== "")
        .join(" "),
    )
    .join("\n");

/** `about`: what was measured when and on what, a line each. */
export function renderReport(all: readonly Measured[], about: readonly string[]): string {
  const rows = all.map(({ language, repositories, judgements }) => {
    const { recall, callRecall, foreign, partly, precision, precisionBy, callPrecision, gone } = figuresOf(judgements);
    const labels = LABELS.map((label) => told(precisionBy[label]));
    const notes = [partly === 0 ? "" : `${partly} foreign partly asked`, gone === 0 ? "" : `${gone} edges gone`];
    return [
      ...[language, repositories.join(", "), told(recall), told(callRecall), told(foreign)],
      ...[told(precision), ...labels, told(callPrecision), notes.filter(Boolean).join(", ")],
    ];
  });
  const header = ["language", "repositories", "recall", "of calls", "foreign not linked", "precision", ...LABELS];
  return `${about.map((line) => `- ${line}`).join("\n")}\n\n${table([...header, "calls", ""], rows)}\n`;
}
