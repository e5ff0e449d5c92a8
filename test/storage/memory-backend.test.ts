import { expect, test } from "vitest";
import { checkName } from "../../src/storage/names.ts";
import { describeBackend } from "./backend-conformance.ts";
import { openMemoryBackend } from "./memory-backend.ts";

describeBackend("memory", async () => openMemoryBackend());

test("dates a document by the clock it was given", async () => {
  const backend = openMemoryBackend(() => 1_700_000_000_000);
  await backend.write(checkName("a"), "1", { overwrite: false });
  expect((await backend.list()).entries[0]?.modifiedMs).toBe(1_700_000_000_000);
});
