// What rows of an answer name: rows are texts whose first word is the name, or tuples of which it is the first. Pure.

/** The path, module or name that a row is about. */
export function rowName(row: unknown): string {
  if (typeof row === "string") {
    return (row.split(" ")[0] ?? "").replace(/:\d+$/, "");
  }
  const { name } = (row ?? {}) as { name?: unknown };
  return String(name ?? "").replace(/:\d+$/, "");
}

/** Names of all rows; a list that is null has none. Throws where a row only counts others: the list is cut then. */
export function listed(rows: unknown): ReadonlySet<string> {
  const names = rowsOf(rows).map(rowName);
  const cut = names.find((name) => /^\d+ more/.test(name));
  if (cut !== undefined) {
    throw new Error(`a list is cut: ${cut}`);
  }
  return new Set(names);
}

/** The rows of a list, or of a table: tuples under named columns, of which the first is the name. */
function rowsOf(field: unknown): readonly unknown[] {
  if (Array.isArray(field)) {
    return field.map((row) => (typeof row === "string" && /^\d[\d,]* more/.test(row) ? { name: row } : row));
  }
  const { rows = [] } = (field ?? {}) as { rows?: unknown };
  return Array.isArray(rows)
    ? rows.map((row) => ({ name: Array.isArray(row) ? row[0] : row }))
    : Object.keys(rows as object).map((name) => ({ name }));
}
