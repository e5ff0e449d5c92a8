import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeOrphans } from "../../../src/index/database/orphans.ts";
import { DATABASE_NAME_FORM, databaseName } from "../../../src/index/database/schema.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";

const temporary = temporaryFolder();
afterAll(() => temporary.remove());

const HOURS_AGO = Date.now() / 1000 - 2 * 3_600;

it("databases that no pointer names go with their logs once they are old; the one in use and other files stay", () => {
  const inUse = databaseName("0".repeat(16));
  const old = databaseName("1".repeat(16));
  const young = databaseName("2".repeat(16));
  expect(old).toMatch(DATABASE_NAME_FORM);
  const files = [inUse, `${inUse}-wal`, old, `${old}-wal`, `${old}-shm`, young, "vectors.bin"];
  for (const name of files) {
    writeFileSync(join(temporary.path, name), "");
    if (name !== young) {
      utimesSync(join(temporary.path, name), HOURS_AGO, HOURS_AGO);
    }
  }
  removeOrphans(temporary.path, inUse);
  expect(readdirSync(temporary.path).sort()).toEqual([inUse, `${inUse}-wal`, young, "vectors.bin"].sort());
});
