// A table shows the projects that matter; many small ones, such as temporary folders, are summed in one row.
import { formatNumber } from "../vocabulary/amounts.ts";
import { percentOf } from "../vocabulary/search.ts";
import type { SavingsRow } from "./tally.ts";

/** What a table shows of a row; all of it can be summed. */
export type TableRow = Omit<
  SavingsRow,
  | "searches_with_source"
  | "searches_cached"
  | "sessions"
  | "session_tokens"
  | "other_answers_tokens"
  | "first_read_tokens"
  | "net_saved_tokens"
  | "resident_tokens"
  | "resident_files_tokens"
  | "milliseconds_median"
>;

export interface NamedRow {
  readonly name: string;
  readonly row: TableRow;
}

const PROJECTS_SHOWN_MAX = 12;
/** Share of all searches below which a project is a small one. */
const SMALL_SHARE = 0.02;

function sumOf(rows: readonly TableRow[]): TableRow {
  const sum = (field: keyof TableRow) => rows.reduce((total, row) => total + row[field], 0);
  const [saved, hitFiles] = [sum("saved_of_hit_files_tokens"), sum("hit_files_tokens")];
  const [savedOfAll, all] = [sum("saved_tokens"), sum("total_tokens")];
  return {
    searches: sum("searches"),
    searches_estimated: sum("searches_estimated"),
    context_tokens: sum("context_tokens"),
    envelope_tokens: sum("envelope_tokens"),
    hit_files_tokens: hitFiles,
    saved_of_hit_files_tokens: saved,
    saved_of_hit_files_percent: percentOf(Math.max(0, saved), hitFiles),
    total_tokens: all,
    saved_tokens: savedOfAll,
    saved_percent: percentOf(savedOfAll, all),
  };
}

/** `rows` sorted by searches, descending; if there are several small ones, they are one last row. */
export function sumSmallProjects(rows: readonly NamedRow[]): readonly NamedRow[] {
  const all = rows.reduce((total, { row }) => total + row.searches, 0);
  const isShown = ({ row }: NamedRow, at: number) => at < PROJECTS_SHOWN_MAX && row.searches >= SMALL_SHARE * all;
  const small = rows.filter((row, at) => !isShown(row, at));
  return small.length < 2
    ? rows
    : [
        ...rows.filter(isShown),
        { name: `${formatNumber(small.length)} smaller projects`, row: sumOf(small.map(({ row }) => row)) },
      ];
}
