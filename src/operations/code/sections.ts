// Answers that are several short lists: how much of each is shown, and both forms of it. Knows no tool.
import { escapeName } from "../../search/answer/render-answer.ts";

export interface Section {
  /** Of the structured answer. */
  readonly field: string;
  /** Before the rows, in the text. */
  readonly title: string;
  readonly rows: readonly string[];
}

const ROW_LENGTH_MAX = 200;
const short = (row: string): string => (row.length > ROW_LENGTH_MAX ? `${row.slice(0, ROW_LENGTH_MAX)}…` : row);

export const countRows = (sections: readonly Section[]): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0);

/** So many rows: the first of each section, then the second of each, and so on. */
function firstRows(sections: readonly Section[], most: number): Section[] {
  const shares = sections.map(() => 0);
  let left = Math.min(most, countRows(sections));
  for (let at = 0; left > 0; at = (at + 1) % sections.length) {
    const share = shares[at] ?? 0;
    if (share < (sections[at]?.rows.length ?? 0)) {
      shares[at] = share + 1;
      left -= 1;
    }
  }
  return sections.map((section, at) => ({ ...section, rows: section.rows.slice(0, shares[at]).map(short) }));
}

export interface WrittenSections<Field extends string> {
  readonly lines: readonly string[];
  readonly fields: Readonly<Record<Field, string[]>>;
}

export function writeSections<Field extends string>(
  sections: readonly (Section & { readonly field: Field })[],
  shown: number,
): WrittenSections<Field> {
  const taken = firstRows(sections, shown);
  return {
    lines: taken.flatMap(({ title, rows }) =>
      rows.length === 0 ? [] : [`${title}:`, ...rows.map((row) => ` ${escapeName(row)}`)],
    ),
    fields: Object.fromEntries(taken.map(({ field, rows }) => [field, [...rows]])) as Record<Field, string[]>,
  };
}

/** How many rows a list may have that shows `most` within the usual budget: more where the caller allows more. */
export const mostWithin = (most: number, budget: number, usual: number): number =>
  Math.max(most, Math.floor((most * budget) / usual));

/** The first rows, and one for all others: what they come to together. */
export const summed = <Value>(
  values: readonly Value[],
  most: number,
  row: (value: Value) => string,
  rest: (values: readonly Value[]) => string,
): string[] =>
  values.length <= most
    ? values.map(row)
    : [
        ...values.slice(0, most).map(row),
        `${(values.length - most).toLocaleString("en")} more: ${rest(values.slice(most))}`,
      ];
