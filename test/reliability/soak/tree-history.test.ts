// What a file held at which time.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTreeHistory } from "./tree-history.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "history-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(join(root, "a.ts"), text);

it("knows what a file holds, and what it held since a time", async () => {
  const history = openTreeHistory(root);
  const start = performance.now();
  await history.change(["a.ts"], () => write("one"));
  const between = performance.now();
  await history.change(["a.ts"], () => write("two"));
  const after = performance.now();
  expect(history.textsSince("a.ts", after)).toEqual(["two"]);
  expect(history.textsSince("a.ts", between)).toEqual(["two", "one"]);
  expect(history.textsSince("a.ts", start)).toEqual(["two", null, "one"]);
});

it("takes the old text for possible until a change has ended", async () => {
  const history = openTreeHistory(root);
  write("one");
  let asked: readonly (string | null)[] = [];
  await history.change(["a.ts"], async () => {
    write("two");
    asked = history.textsSince("a.ts", performance.now());
  });
  expect(asked).toEqual(["two", "one"]);
  expect(history.textsSince("a.ts", performance.now())).toEqual(["two"]);
});
