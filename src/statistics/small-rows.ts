// A table shows the projects that matter; many small ones, such as temporary folders, are summed in one row.
import { percentOf } from "../vocabulary/search.ts";
import { formatNumber } from "../vocabulary/shown-text.ts";
import type { SavingsRow } from "./tally.ts";

/** What a table shows of a row; all of it can be summed. */
export type TableRow = Pick<
  SavingsRow,
  | "searches"
  | "answers_counted"
  | "sent_tokens"
  | "alternative_tokens"
  | "saved_of_alternative_tokens"
  | "saved_of_alternative_percent"
  | "other_answers_tokens"
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
  const [saved, alternative] = [sum("saved_of_alternative_tokens"), sum("alternative_tokens")];
  return {
    searches: sum("searches"),
    answers_counted: sum("answers_counted"),
    sent_tokens: sum("sent_tokens"),
    alternative_tokens: alternative,
    saved_of_alternative_tokens: saved,
    saved_of_alternative_percent: percentOf(Math.max(0, saved), alternative),
    other_answers_tokens: sum("other_answers_tokens"),
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
