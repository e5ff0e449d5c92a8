// What rows of an answer name: paths in a list, or rows of a table of which the first cell is the name. Pure.
import { readTable, type WrittenTable } from "../../../../support/read-table.ts";

/** The paths, modules or names that rows are about; a list that is null has none. Throws where the list is cut. */
export function listed(field: unknown): ReadonlySet<string> {
  if (Array.isArray(field)) {
    return new Set(field.map(String));
  }
  const { columns: [name = ""] = [], left } = (field ?? {}) as Partial<WrittenTable>;
  if (left !== undefined) {
    throw new Error(`a list is cut: ${JSON.stringify(left)}`);
  }
  return new Set(readTable(field ?? undefined).map((row) => String(row[name])));
}
