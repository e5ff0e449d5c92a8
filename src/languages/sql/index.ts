// SQL.
import type { Language } from "../contract/language.ts";
import { outlineSql } from "./outline.ts";

export const sql: Language = {
  id: "sql",
  extensions: [".sql", ".psql", ".pgsql", ".ddl", ".dml"],
  reader: { by: "statements", outline: outlineSql },
};
