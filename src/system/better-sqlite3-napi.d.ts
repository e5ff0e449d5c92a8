// better-sqlite3 13 under a name of its own; what is used of it is as in version 12.
declare module "better-sqlite3-napi" {
  import Database = require("better-sqlite3");
  export = Database;
}
