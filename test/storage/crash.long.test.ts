// What is left when the process that saves is killed at any moment.
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSavedDocument } from "../../src/storage/saved-document.ts";
import type { SavedResult } from "../../src/storage/saved-result.ts";
import { SavedResults } from "../../src/storage/saved-results.ts";
import { bundleScript, runScript } from "../support/run-script.ts";
import { scratchFolder } from "./scratch.ts";

const KILLS = 25;

/** Saves one name over and over, each time a larger or smaller text, and says so after each. */
const SAVER = `
  import { SavedResults } from "./src/storage/saved-results.ts";
  const [home, root] = process.argv.slice(2);
  const readAdmitted = async () => ({ excluded: "unreadable" });
  const saved = new SavedResults({ home, projectRoot: root, projectName: "shop", mode: "global", share: false, readAdmitted });
  const statistics = { totalTokens: 9, totalTokensExact: true, contextTokens: 1, savedTokens: 8, savedPercent: 88.9, hitFilesTokens: 5, encoding: "o200k_base" };
  for (let round = 0; ; round += 1) {
    const content = String(round).repeat(1 + ((round * 7919) % 60_000));
    const files = [{ path: "a", content, ranges: [], contentHash: "0".repeat(64) }];
    const answer = { query: String(round), topK: 1, detail: "snippets", statistics, hits: [], files };
    await saved.save(answer, { name: "one", overwrite: true });
    console.log(round);
  }
`;

test("a saved document is the last one or the one being saved, whole", async () => {
  const scratch = await scratchFolder();
  const [home, root] = [join(scratch, "home"), join(scratch, "shop")];
  await mkdir(root);
  const script = join(scratch, "save.mjs");
  await bundleScript(SAVER, script);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { stdout, stderr } = await runScript(script, [home, root], { killAfterMs: (kill * 7) % 60 });
    expect(stderr).toBe("");
    const reported = Number(stdout.trim().split("\n").at(-1));
    const text = await readFile(join(home, "shop", "one.json"), "utf8");
    const document = parseSavedDocument(text, "one") as SavedResult;
    expect([reported, reported + 1]).toContain(Number(document.query));
    expect(document.files[0]?.content).toMatch(new RegExp(`^(${document.query})+$`));
  }
  const readAdmitted = async () => ({ excluded: "unreadable" });
  const options = { projectRoot: root, projectName: "shop", mode: "global", share: false, readAdmitted } as const;
  const { results, problems } = await new SavedResults({ ...options, home }).list();
  expect(results.map((result) => result.name)).toEqual(["one"]);
  expect(problems).toEqual([]);
  const left = (await readdir(join(home, "shop"))).filter((file) => !["one.json", ".project.json"].includes(file));
  expect(left.every((file) => file.startsWith(".") && file.endsWith(".tmp"))).toBe(true);
});
