// Reads the tables of the program's answers back as objects.

/** Columns and rows as the program sends tables, as objects. `rows` may be grouped by the first column. */
export interface Table {
  readonly columns: readonly string[];
  /** What is the same in all rows. */
  readonly same?: Readonly<Record<string, unknown>>;
  readonly rows: readonly (readonly unknown[])[] | Readonly<Record<string, readonly (readonly unknown[])[]>>;
}

export function records(table: Table | undefined): Record<string, unknown>[] {
  if (table === undefined) {
    return [];
  }
  const rows = Array.isArray(table.rows)
    ? (table.rows as readonly (readonly unknown[])[])
    : Object.entries(table.rows as Record<string, readonly (readonly unknown[])[]>).flatMap(([first, rest]) =>
        rest.map((row) => [first, ...row]),
      );
  return rows.map((row) => ({
    ...table.same,
    ...Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])),
  }));
}
