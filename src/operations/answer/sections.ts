// Answers of several short tables: how many rows of each are shown, in both forms.

import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import type { Left, WireTable, Written } from "./table.ts";

/** A table of an answer that has several. */
export interface Section<Field extends string = string> {
  /** Its name in the structured answer. */
  readonly field: Field;
  /** Its title in the text. */
  readonly title: string;
  /** Rows that may be shown. */
  readonly count: number;
  /** Writes the first rows. `left`: sums over rows that are never shown. */
  write(shown: number): Written;
  /** For the text: sums over rows that are never shown, such as `and 12 more, 30 files`. Empty for none. */
  readonly more: string;
}

const CELL_LENGTH_MAX = 160;
/** Longest entry of a list. */
const ENTRY_LENGTH_MAX = 80;
const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
const shortCell = (value: unknown): unknown =>
  typeof value === "string"
    ? short(value, CELL_LENGTH_MAX)
    : Array.isArray(value)
      ? value.map((entry) => (typeof entry === "string" ? short(entry, ENTRY_LENGTH_MAX) : entry))
      : value;

/** Names are cut to bound the length of a row. */
const shortRow = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shortCell(value)])) as Row;

interface SectionRows<Field extends string, Value, Row extends object> {
  readonly field: Field;
  readonly title: string;
  readonly table: { write(rows: readonly Row[], left?: Left): Written };
  readonly values: readonly Value[];
  readonly row: (value: Value) => Row;
  /** Most rows; the others are summed. Default: all. */
  readonly most?: number;
  /** Sums over the other rows, by name: `{ files: 30 }`. */
  readonly rest?: ((values: readonly Value[]) => Left) | undefined;
}

export function section<Field extends string, Value, Row extends object>({
  field,
  title,
  table,
  values,
  row,
  most = values.length,
  rest = () => ({}),
}: SectionRows<Field, Value, Row>): Section<Field> {
  const rows = values.slice(0, most).map((value) => shortRow(row(value)));
  const others = values.slice(most);
  const sums = rest(others);
  const left = others.length === 0 ? undefined : { rows: others.length, ...sums };
  const summed = Object.entries(sums).map(([what, count]) => `, ${renderCount(count, what.replace(/s$/, ""))}`);
  return {
    field,
    title,
    count: rows.length,
    write: (shown) => table.write(rows.slice(0, shown), left),
    more: left === undefined ? "" : `and ${formatNumber(others.length)} more${summed.join("")}`,
  };
}

export const countRows = (sections: readonly Section[]): number => sections.reduce((sum, { count }) => sum + count, 0);

/** Number of rows for each section, dealt in turn: the first of each, then the second of each, and so on. */
function sharesOf(sections: readonly Section[], most: number): number[] {
  const shares = sections.map(() => 0);
  let left = Math.min(most, countRows(sections));
  for (let at = 0; left > 0; at = (at + 1) % sections.length) {
    const share = shares[at] ?? 0;
    if (share < (sections[at]?.count ?? 0)) {
      shares[at] = share + 1;
      left -= 1;
    }
  }
  return shares;
}

export interface WrittenSections<Field extends string> {
  readonly lines: readonly string[];
  /** Sections without rows are left out. */
  readonly fields: Readonly<Partial<Record<Field, WireTable>>>;
}

export function writeSections<Field extends string>(
  sections: readonly Section<Field>[],
  shown: number,
): WrittenSections<Field> {
  const shares = sharesOf(sections, shown);
  const parts = sections.flatMap((one, at) => {
    const share = shares[at] ?? 0;
    const isWhole = share === one.count;
    return share === 0 ? [] : [{ ...one, written: one.write(share), more: isWhole ? one.more : "" }];
  });
  return {
    lines: parts.flatMap(({ title, written: { shared, lines }, more }) => [
      `${title}${shared === "" ? "" : `, all ${shared}`}:`,
      ...lines.map((line) => ` ${line}`),
      ...(more === "" ? [] : [` ${more}`]),
    ]),
    fields: Object.fromEntries(parts.map(({ field, written }) => [field, written.field])) as Partial<
      Record<Field, WireTable>
    >,
  };
}

/** Number of rows for a list that shows `most` within the usual budget: more if the caller allows more. */
export const mostWithin = (most: number, budget: number, usual: number): number =>
  Math.max(most, Math.floor((most * budget) / usual));
