// When a daemon ends, and who may be one.
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newEntry, readEntry, writeEntry } from "../../src/daemon/entry.ts";
import { type Listening, listen } from "../../src/daemon/listen.ts";
import { isListening } from "../../src/daemon/try-connect.ts";

let folder: string;
let file: string;
const open: Listening[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "listen-"));
  file = join(folder, "daemon", "key.json");
});
afterEach(() => {
  for (const one of open.splice(0)) {
    one.close();
  }
  rmSync(folder, { recursive: true });
});

async function begin(idleMs: number): Promise<Listening | null> {
  const listening = await listen({ file, idleMs, serve: async () => undefined });
  if (listening !== null) {
    open.push(listening);
  }
  return listening;
}

it("ends after a while without a front, not while one is there", async () => {
  const listening = await begin(200);
  const front = connect(readEntry(file)?.endpoint ?? "");
  await once(front, "connect");
  const first = await Promise.race([listening?.over, new Promise((resolve) => setTimeout(() => resolve("on"), 700))]);
  expect(first).toBe("on");
  front.destroy();
  expect(await listening?.over).toBe("idle");
});

it("says when nobody has used it for a while, and when somebody does again", async () => {
  const told: boolean[] = [];
  let heard: () => void = () => undefined;
  const next = () => new Promise<void>((resolve) => (heard = resolve));
  const listening = await listen({
    file,
    idleMs: 60_000,
    unusedMs: 100,
    onUnused: (isUnused) => {
      told.push(isUnused);
      heard();
    },
    serve: async () => undefined,
  });
  open.push(listening ?? expect.fail("it does not listen"));
  await next();
  const again = next();
  const front = connect(readEntry(file)?.endpoint ?? "");
  await again;
  expect(told).toEqual([true, false]);
  const last = next();
  front.destroy();
  await last;
  expect(told).toEqual([true, false, true]);
});

it("ends when its entry is another's, and leaves that entry", async () => {
  // Looks after this time: the entry must be written by then, also on a crowded machine.
  const listening = await begin(1_500);
  const other = newEntry(file);
  await writeEntry(file, other);
  expect(await listening?.over).toBe("its entry is another's");
  listening?.close();
  expect(readEntry(file)).toEqual(other);
});

it("does not begin where another listens", async () => {
  await begin(60_000);
  const entry = readEntry(file);
  expect(await begin(60_000)).toBeNull();
  expect(readEntry(file)).toEqual(entry);
});

it("leaves nothing behind", async () => {
  const listening = await begin(60_000);
  const endpoint = readEntry(file)?.endpoint ?? "";
  expect(await isListening(endpoint)).toBe(true);
  listening?.close();
  expect([existsSync(file), existsSync(endpoint), await isListening(endpoint)]).toEqual([false, false, false]);
});

it("listens in a folder of its own where the path is too long for a socket", async () => {
  file = join(folder, "long".repeat(40), "key.json");
  const listening = await begin(60_000);
  const endpoint = readEntry(file)?.endpoint ?? "";
  expect(endpoint.length).toBeLessThan(100);
  const front = connect(endpoint);
  await once(front, "connect");
  front.destroy();
  listening?.close();
  expect(existsSync(join(endpoint, ".."))).toBe(false);
});
