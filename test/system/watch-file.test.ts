import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchFile } from "../../src/system/watch-file.ts";

const EVERY_MS = 10;

function watched(): { readonly path: string; readonly told: () => number; readonly end: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "watch-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, "one");
  let told = 0;
  const end = watchFile(path, EVERY_MS, () => {
    told += 1;
  });
  onTestFinished(end);
  return { path, told: () => told, end };
}

test.each<[string, (path: string) => void]>([
  ["written again", (path) => writeFileSync(path, "two, in the very moment in which watching began")],
  ["written with as many bytes", (path) => writeFileSync(path, "two")],
  ["appended to", (path) => appendFileSync(path, "!")],
  ["removed", (path) => rmSync(path)],
  [
    "replaced",
    (path) => {
      writeFileSync(`${path}.new`, "one");
      renameSync(`${path}.new`, path);
    },
  ],
])("a file that is %s is told of", async (_how, change) => {
  const { path, told } = watched();
  // File times advance by the kernel's tick, 4 ms.
  await wait(8);
  change(path);
  await vi.waitFor(() => expect(told()).toBeGreaterThan(0), { timeout: 20_000, interval: 2 });
});

test("nothing is told of what stays, nor after the end", async () => {
  const { path, told, end } = watched();
  await wait(5 * EVERY_MS);
  expect(told()).toBe(0);
  end();
  appendFileSync(path, "!");
  await wait(5 * EVERY_MS);
  expect(told()).toBe(0);
});
