// better-sqlite3 13 under another package name; the part of it that is used has the types of version 12.
declare module "better-sqlite3-napi" {
  import Database = require("better-sqlite3");
  export = Database;
}
