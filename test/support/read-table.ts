// Reads the tables of structured answers back into rows, as a program that uses them would: docs/records/answer-forms.md says how.

type Cells = readonly unknown[];

export interface WrittenTable {
  readonly columns: readonly string[];
  readonly same?: Readonly<Record<string, unknown>>;
  readonly rows: readonly Cells[] | Readonly<Record<string, readonly Cells[]>>;
  /** What rows left out come to. */
  readonly left?: Readonly<Record<string, number>>;
}

/** One object a row, with what all rows share; a column without a value in any row is undefined. No table has no row. */
export function readTable(table: unknown): Record<string, unknown>[] {
  const { columns, same = {}, rows } = (table ?? { columns: [], rows: [] }) as WrittenTable;
  const rowOf = (names: readonly string[], cells: Cells): Record<string, unknown> =>
    Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]));
  if (Array.isArray(rows)) {
    return (rows as readonly Cells[]).map((cells) => ({ ...same, ...rowOf(columns, cells) }));
  }
  const [key = "", ...others] = columns;
  return Object.entries(rows as Readonly<Record<string, readonly Cells[]>>).flatMap(([value, group]) =>
    group.map((cells) => ({ ...same, [key]: value, ...rowOf(others, cells) })),
  );
}
