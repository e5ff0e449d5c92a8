// The history of chats on disk: bounded, for its owner alone, shared by several chats.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openHistory } from "../../../src/cli/chat/history-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cb-history-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, "data", "history");

it("keeps the latest lines, each once, also of another chat", async () => {
  const [one, other] = [openHistory(file()), openHistory(file())];
  one.add("a");
  one.add("b");
  await one.flush();
  other.add("c");
  other.add("a");
  other.add(" ");
  other.add("x".repeat(2_001));
  await other.flush();
  expect(openHistory(file()).newestFirst).toEqual(["a", "c", "b"]);
  writeFileSync(file(), Array.from({ length: 600 }, (_, at) => `${at}\n`).join(""));
  chmodSync(file(), 0o644);
  const full = openHistory(file());
  expect(full.newestFirst.length).toBe(500);
  full.add("last");
  await full.flush();
  expect(readFileSync(file(), "utf8").split("\n").slice(-3)).toEqual(["599", "last", ""]);
  expect(openHistory(file()).newestFirst.length).toBe(500);
});

it.skipIf(process.platform === "win32")("is readable by its owner alone", async () => {
  const history = openHistory(file());
  history.add("a");
  await history.flush();
  expect([statSync(file()).mode & 0o777, statSync(join(folder, "data")).mode & 0o777]).toEqual([0o600, 0o700]);
});

it("that cannot be written is no error", async () => {
  writeFileSync(join(folder, "data"), "");
  const history = openHistory(file());
  history.add("a");
  await history.flush();
  expect(history.newestFirst).toEqual([]);
});
