// What a user is told where the index cannot be used, by the code of what went wrong.
import { expect, it } from "vitest";
import { indexFailure, isCorrupt } from "../../../src/index/database/sqlite-errors.ts";
import { DamagedBytes } from "../../../src/index/encoding/varint.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";

const coded = (code: string) => Object.assign(new Error("as the system words it"), { code });

it.each([
  ["SQLITE_FULL", /is full/, /free some space/],
  ["ENOSPC", /is full/, /free some space/],
  ["SQLITE_BUSY_SNAPSHOT", /stayed locked/, /end the process/],
  ["SQLITE_CORRUPT_VTAB", /is damaged/, /ask again/],
  ["EROFS", /cannot be written/, /another `cache_folder`/],
  // Making a folder on a read-only disk is ENOENT to Node.
  ["ENOENT", /cannot be created/, /writable/],
  ["ENOTDIR", /cannot be created/, /writable/],
  ["SQLITE_IOERR_MMAP", /cannot be used: as the system words it/, /local disk/],
])("%s", (code, message, hint) => {
  const failure = indexFailure(coded(code), "/cache/projects/shop");
  expect(failure).toMatchObject({ code: "INDEX_UNAVAILABLE" });
  expect(failure.message).toMatch(message);
  expect(failure.message).toContain("/cache/projects/shop");
  expect(failure.hint).toMatch(hint);
});

it("packed bytes that cannot be read are damage, other numbers out of range are not", () => {
  expect([new DamagedBytes("too early"), new RangeError("no such chunk")].map(isCorrupt)).toEqual([true, false]);
});

it("a failure is passed on as it is", () => {
  const failure = new Failure("CANCELLED", "enough", { hint: "ask again" });
  expect(indexFailure(failure, "/cache")).toBe(failure);
});
