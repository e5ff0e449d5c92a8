// A session's memory under two processes, under `kill -9`, and where its folder cannot be written.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { openMemory } from "../../../src/context/memory/session-memory.ts";
import { describeBound } from "../../support/bound-by-permissions.ts";
import { bundleChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import type { MemoryChildArgument, MemoryChildReport } from "../../support/memory-child.ts";

const program = await bundleChildProgram("test/support/memory-child.ts");
afterAll(() => program.dispose());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cb-memory-"));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const open = () => openMemory({ folder, session: "talk", counter: { encoding: "none", count: () => 0 } });

/** A child that is ready to begin. */
async function start(argument: Omit<MemoryChildArgument, "folder">) {
  const child = program.start({ ...argument, folder });
  const saved: number[] = [];
  await nextMessage<MemoryChildReport>(child);
  child.on("message", (message: MemoryChildReport) => saved.push(message.saved));
  return { child, saved };
}

const isShown = (name: string, at: number): boolean => open().shownLines(`${name}-${at}.ts`, "h").length === 1;

it("two processes on one session lose nothing of each other", async () => {
  const files = 40;
  const [one, other] = await Promise.all([
    start({ name: "one", first: 1, files }),
    start({ name: "other", first: 1 + files, files }),
  ]);
  one.child.send("begin");
  other.child.send("begin");
  expect(await Promise.all([ended(one.child), ended(other.child)])).toEqual([0, 0]);
  const memory = open();
  expect(memory.problem).toBeNull();
  expect(memory.tokensUsed).toBe(one.saved.length + other.saved.length);
  expect(memory.shownLines("shared.ts", "h")).toHaveLength(one.saved.length + other.saved.length);
  expect(one.saved.length + other.saved.length).toBeGreaterThan(files);
  for (const [name, saved] of [
    ["one", one.saved],
    ["other", other.saved],
  ] as const) {
    expect(saved.filter((at) => !isShown(name, at))).toEqual([]);
  }
});

it("a process that is killed leaves what it saved, whole", async () => {
  for (let round = 0; round < 6; round += 1) {
    const name = `killed-${round}`;
    const { child, saved } = await start({ name, first: 1, files: 5_000 });
    child.send("begin");
    await new Promise((resolve) => setTimeout(resolve, 40 + round * 17));
    child.kill("SIGKILL");
    expect(await ended(child)).toBe("SIGKILL");
    const memory = open();
    expect(memory.problem).toBeNull();
    expect(saved.filter((at) => memory.shownLines(`${name}-${at}.ts`, "h").length !== 1)).toEqual([]);
    memory.recordShown(`${name}.ts`, "h", [{ startLine: 1, endLine: 1 }]);
    expect(memory.save()).toBe(true);
  }
});

describeBound("test/context/memory/session-memory.slow.test.ts", () => {
  it("a folder that cannot be written is a problem, and the request goes on", () => {
    chmodSync(folder, 0o500);
    const memory = open();
    memory.recordShown("a.ts", "h1", [{ startLine: 1, endLine: 2 }]);
    expect(memory.save()).toBe(false);
    expect(memory.problem?.code).toBe("CACHE_UNAVAILABLE");
    expect(memory.shownLines("a.ts", "h1")).toHaveLength(1);
  });
});
