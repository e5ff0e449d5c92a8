// The few vectors that a request waits for, where another process holds the lease to make them and rests.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { THIS_PROCESS } from "../../../src/system/process-identity.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { openHashEmbedder } from "../../support/hash-embedder.ts";
import { ask, openTestProject, WAIT } from "../../support/test-index.ts";

/** Writes a lease that a living process, the one that started this, seems to hold. */
function holdVectors(folder: string): void {
  const name = readdirSync(folder).find((entry) => entry.endsWith(".sqlite") && entry.startsWith("index-")) ?? "";
  const database = openSqlite(join(folder, name));
  database
    .prepare(
      `INSERT OR REPLACE INTO lease (name, token, pid, machine, boot, started, acquired_ms, heartbeat_ms)
       VALUES ('vectors', 'another', ?, ?, ?, '', ?, ?)`,
    )
    .run(process.ppid, THIS_PROCESS.machine, THIS_PROCESS.boot, Date.now(), Date.now() + 9_000);
  database.close();
}

it("makes the few that a request waits for beside a process that holds the lease and does not make them", async () => {
  const project = openTestProject({ "src/a.ts": "export const first = 1;\n" });
  onTestFinished(() => project.dispose());
  const embedder = openHashEmbedder();
  const index = await project.openWithVectors(embedder);
  await index.complete({});
  project.write("src/b.ts", "export function second(): number {\n  return 2;\n}\n");
  holdVectors(index.folder);
  const now = await index.freshen({ ...WAIT, waitMs: 5_000, embedUpTo: 60 });
  expect(now.coverage.chunksEmbedded).toBe(now.coverage.chunks);
  expect(ask(index, (snapshot) => snapshot.vectors?.size)).toBe(2);
});
