// A process that takes a lease, says whether it got it, and then does nothing until it is killed.
import process from "node:process";
import Database from "better-sqlite3";
import { type LeaseName, tryAcquireLease } from "../../src/index/database/writer-lease.ts";

const { path, name } = JSON.parse(process.argv[2] ?? "{}") as { readonly path: string; readonly name: LeaseName };
const lease = tryAcquireLease(new Database(path), name);
process.send?.(lease !== null);

setInterval(() => undefined, 60_000);
