// The list of trusted folders under many processes at once, some of which are killed.
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Home, makeHome } from "./run-cli.ts";

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

it("keeps every folder whose addition was confirmed, whatever is killed meanwhile", async () => {
  const folders = Array.from({ length: 8 }, (_, index) => join(home.folder, `project-${index}`));
  for (const folder of folders) {
    mkdirSync(folder);
  }
  const confirmed = await Promise.all(
    folders.map(async (folder, index) => {
      if (index % 2 === 0) {
        return (await home.run(["trust", "add", folder])).code === 0 ? [realpathSync(folder)] : [];
      }
      const child = home.start(["trust", "add", folder]);
      // Killed at its first output, which it writes after the entry.
      return new Promise<string[]>((resolve) => {
        child.stdout?.once("data", () => {
          child.kill("SIGKILL");
          resolve([realpathSync(folder)]);
        });
      });
    }),
  );
  expect(confirmed.flat()).toHaveLength(folders.length);
  const { stdout } = await home.run(["trust", "list", "--json"]);
  const { folders: listed } = JSON.parse(stdout) as { folders: { folder: string }[] };
  expect(listed.map(({ folder }) => folder).sort()).toEqual(confirmed.flat().sort());
});
