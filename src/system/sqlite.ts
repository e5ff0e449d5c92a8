// Opens SQLite databases with better-sqlite3: version 13, or 12 where Node is too old for it. Their interfaces are the same
// here. The only file that chooses between them.
import Sqlite12 from "better-sqlite3";
import Sqlite13 from "better-sqlite3-napi";
import { Failure } from "../vocabulary/failure.ts";
import { HAS_NODE_API_10, loadNative, NativeModuleError } from "./native-module.ts";

export type Connection = Sqlite12.Database;
export type Statement<Parameters extends unknown[], Row = unknown> = Sqlite12.Statement<Parameters, Row>;

/** A file's path, or the bytes of a database, which is then read from memory. */
type Origin = string | Buffer;
type Open = (path: Origin, options: Sqlite12.Options) => Connection;
/** The accepted form: the binding itself in place of its path. */
type WithBinding = new (path: Origin, options: object) => Connection;

let open: Open | undefined;

function loadOpen(): Open {
  const Carried = (HAS_NODE_API_10 ? Sqlite13 : Sqlite12) as unknown as WithBinding;
  return loadNative<Open>(
    "better-sqlite3",
    (nativeBinding) => (path, options) => new Carried(path, { ...options, nativeBinding }),
    (installed) => {
      const Installed = installed as typeof Sqlite12;
      // The package loads without its native part; opening a database shows that the part is there.
      new Installed(":memory:").close();
      return (path, options) => new Installed(path, options);
    },
  );
}

/**
 * A connection to the database at `path`, which is created unless `fileMustExist`. Throws SQLite's own errors, or
 * INDEX_UNAVAILABLE with doctor's remedy if SQLite itself does not load.
 */
export function openSqlite(path: Origin, options: Sqlite12.Options = {}): Connection {
  try {
    open ??= loadOpen();
  } catch (error) {
    if (error instanceof NativeModuleError) {
      const hint = `${error.cure}; run \`context-broker doctor\` to check it`;
      throw new Failure("INDEX_UNAVAILABLE", error.message, { hint, cause: error });
    }
    throw error;
  }
  return open(path, options);
}
