// Writes a difference: its risk, then the files with their rows.

import { z } from "zod";
import type { FileDifference } from "../../../change/read/analyze-changes.ts";
import type { ChangeRisk } from "../../../change/risk.ts";
import type { HistoryState } from "../../../history/history.ts";
import { isPoorlyParsed } from "../../../languages/registry.ts";
import { escapeName, formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { CHANGES, type DiffRow, KINDS, type Kind, lineRange, USERS } from "./diff-rows.ts";

const STATUSES = ["added", "removed", "changed", "renamed"] as const;

const FILES = defineTable({
  doc: "of files that are not just changed in the symbols of `changes`",
  columns: {
    path: z.string(),
    status: z.enum(STATUSES),
    notes: z.array(z.string()).nullable().meta({ doc: "what else differs" }),
    from: z.string().nullable().meta({ doc: "where a renamed file was" }),
    parse: z.string().nullable().meta({ doc: "partial or fallback: symbols may be missing" }),
    start_line: z
      .number()
      .nullable()
      .meta({ doc: "lines that hold every difference, of a file without a changed symbol" }),
    end_line: z.number().nullable(),
    was_start_line: z.number().nullable().meta({ doc: "the same before, where they are others" }),
    was_end_line: z.number().nullable(),
  },
  shared: ["status"],
  line: ({ path, status, from, parse, start_line: first, end_line: last, was_start_line: was, was_end_line: end }) => {
    const before = was == null ? null : lineRange(was, end ?? was);
    const now = first == null ? null : lineRange(first, last ?? first);
    const where = now === null ? `${before} deleted` : `${now}${before === null ? "" : ` (was ${before})`}`;
    const place = now === null && before === null ? "" : `, lines ${where}`;
    const origin = from === undefined ? "" : ` from ${from}`;
    return `${status === "changed" ? "" : `${status} `}${path}${origin}${place}${parse === undefined ? "" : `, parse ${parse}`}`;
  },
});
type FileRow = RowOf<typeof FILES>;

/** Output fields about what differs. */
export const differenceFields = {
  changes: CHANGES.field.optional(),
  users: USERS.field.optional(),
  files: FILES.field.optional(),
};

export const riskField = z
  .object({
    score: z
      .number()
      .nullable()
      .meta({ doc: "0 to 100, at least this where `unknown` is there; null where nothing is known" }),
    points: z.record(z.string(), z.number()).meta({ doc: "by what they are for" }),
    unknown: z.array(z.string()).optional().meta({ doc: "what the score lacks" }),
    history: z.string().optional().meta({ doc: "state of git's signals, unless applied" }),
  })
  .optional()
  .meta({ doc: "of the change, with what it is made of" });

/** Facts about the whole difference. */
export interface DiffTitle {
  /** The two states. */
  readonly compared: string;
  /** Files that differ, compared or not. */
  readonly files: number;
  readonly risk: ChangeRisk | null;
  /** State of the history from which the risk has points. */
  readonly history: HistoryState;
  /** Symbols whose users and risk were not determined. */
  readonly unweighed: number;
}

export function writeDiff(title: DiffTitle, rows: readonly DiffRow[], shown: number) {
  const { compared, files, risk, unweighed, history } = title;
  const counts = KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length] as const).filter(
    ([, count]) => count > 0,
  );
  const nameOf = (kind: Kind): string => (kind === "signature" || kind === "body" ? `${kind} changed` : kind);
  const counted = counts.map(([kind, count]) => `${formatNumber(count)} ${nameOf(kind)}`).join(", ");
  const parts = groupByFile(rows.slice(0, shown));
  const differ =
    files === 0 ? "nothing differs" : `${renderCount(files, "file")} ${files === 1 ? "differs" : "differ"}`;
  return {
    headline: `${differ}${counted === "" ? "" : `, symbols: ${counted}`}`,
    about: `; ${escapeName(compared)}`,
    lines: [
      ...(risk === null ? [] : [escapeName(riskLine(risk, history))]),
      ...(unweighed === 0 ? [] : [`users and risk of ${renderCount(unweighed, "symbol")} not counted`]),
      ...parts.flatMap(linesOfFile),
    ],
    fields: {
      compared,
      ...(risk === null ? {} : { risk: structuredRisk(risk, history) }),
      ...(unweighed === 0 ? {} : { unweighed }),
      counts: Object.fromEntries(counts),
      ...tablesOf(parts),
    },
  };
}

/** A file with its rows. */
interface Part {
  readonly file: FileDifference;
  readonly rows: readonly DiffRow[];
}

function tablesOf(parts: readonly Part[]) {
  const rows = parts.flatMap((part) => part.rows);
  const changes = rows.flatMap(({ change }) => change ?? []);
  const users = rows.flatMap(({ user }) => user ?? []);
  const files = parts.map(fileRow).filter(isTelling);
  return {
    ...(changes.length === 0 ? {} : { changes: CHANGES.write(changes).field }),
    ...(users.length === 0 ? {} : { users: USERS.write(users).field }),
    ...(files.length === 0 ? {} : { files: FILES.write(files).field }),
  };
}

/** Whether a file has more to show than its changed symbols. */
const isTelling = ({ path: _, status, ...rest }: FileRow): boolean =>
  status !== "changed" || Object.values(rest).some((cell) => cell !== null);

const linesOfFile = (part: Part): string[] => [
  ...FILES.write([fileRow(part)]).lines,
  ...part.rows.flatMap(({ change, user, note }) => [
    // The first line of a grouped table is its group.
    ...(change === undefined ? [] : CHANGES.write([change]).lines.slice(1)),
    ...(user === undefined ? [] : USERS.write([user]).lines.slice(1)).map((line) => ` ${line}`),
    ...(note === undefined ? [] : [` ${escapeName(note)}`]),
  ]),
];

/** `risk 25/100: Timeout +10; still used in unchanged files +15`, `risk unknown: 3 files not looked at`. */
export function riskLine(risk: ChangeRisk, history: HistoryState): string {
  const { score, unknown } = risk;
  const value = unknown.length === 0 ? `${score}/100` : score === 0 ? "unknown" : `at least ${score}/100`;
  const points = risk.points.map(({ points: count, reason }) => `${reason} +${count}`);
  const reasons = [...points, ...unknown].join("; ");
  return `risk ${value}${history === "applied" ? "" : ` (history ${history})`}${reasons === "" ? "" : `: ${reasons}`}`;
}

export function structuredRisk(risk: ChangeRisk, history: HistoryState) {
  const { score, unknown } = risk;
  return {
    // Nothing was looked at: a score of 0 would mean "no risk".
    score: unknown.length > 0 && score === 0 ? null : score,
    points: Object.fromEntries(risk.points.map(({ points: count, reason }) => [reason, count])),
    ...(unknown.length === 0 ? {} : { unknown: [...unknown] }),
    ...(history === "applied" ? {} : { history }),
  };
}

function groupByFile(rows: readonly DiffRow[]): Part[] {
  const parts = new Map<FileDifference, DiffRow[]>();
  for (const row of rows) {
    parts.set(row.file, [...(parts.get(row.file) ?? []), row]);
  }
  return [...parts].map(([file, all]) => ({ file, rows: all }));
}

function fileRow({ file, rows }: Part): FileRow {
  const { path, status, from, parse, lines } = file;
  const notes = rows.flatMap(({ note }) => note ?? []);
  const { before = null, after = null } = rows.some(({ change }) => change !== undefined) ? {} : (lines ?? {});
  const isMoved = before?.startLine !== after?.startLine || before?.endLine !== after?.endLine;
  return {
    path,
    status,
    notes: notes.length === 0 ? null : notes,
    from,
    parse: isPoorlyParsed(file) ? parse : null,
    start_line: after?.startLine ?? null,
    end_line: after?.endLine ?? null,
    was_start_line: isMoved ? (before?.startLine ?? null) : null,
    was_end_line: isMoved ? (before?.endLine ?? null) : null,
  };
}
