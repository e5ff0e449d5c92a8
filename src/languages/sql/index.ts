// SQL.
import type { Language } from "../contract/language.ts";
import { outlineSql } from "./outline.ts";

export const sql: Language = {
  id: "sql",
  migrations:
    /\/v\d+(?:[._]\d+)*__[^/]+\.sql$|\/(?:migrations?|migrate)\/\d{4,}[^/]*\.sql$|\/migrations\/\d{4,}[^/]*\/(?:migration|up|down)\.sql$/,
  extensions: [".sql", ".psql", ".pgsql", ".ddl", ".dml"],
  reader: { by: "statements", outline: outlineSql },
};
