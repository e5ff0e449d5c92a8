// A process that takes a lease, says whether it got it, and then does nothing until it is killed.
import process from "node:process";
import { type LeaseName, tryAcquireLease } from "../../src/index/database/writer-lease.ts";
import { openSqlite } from "../../src/system/sqlite.ts";

const { path, name } = JSON.parse(process.argv[2] ?? "{}") as { readonly path: string; readonly name: LeaseName };
const lease = tryAcquireLease(openSqlite(path), name);
process.send?.(lease !== null);

setInterval(() => undefined, 60_000);
