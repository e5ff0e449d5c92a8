// Who runs: an entry a process, that goes with it, however it ends.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROCESS_FACTS } from "../../src/system/platform/process-facts.ts";
import { THIS_PROCESS } from "../../src/system/process-identity.ts";
import { openPresence, runningProcesses } from "../../src/system/running-processes.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

const folder = () => join(temporary.path, "running");
const open = () => openPresence({ cacheFolder: temporary.path, kind: "server", version: "0.1.0", client: "" });

function writeEntry(name: string, changes: Readonly<Record<string, unknown>>, ageMs = 0): void {
  mkdirSync(folder(), { recursive: true });
  const entry = { ...THIS_PROCESS, kind: "server", version: "1", client: "c", sinceMs: 1, projects: [], ...changes };
  const path = join(folder(), name);
  writeFileSync(path, JSON.stringify(entry));
  const then = (Date.now() - ageMs) / 1000;
  utimesSync(path, then, then);
}

it("an entry says who it is, for whom, and what it has open, and goes at the end", async () => {
  const presence = open();
  const told = () => runningProcesses(temporary.path)[0];
  expect(told()).toMatchObject({ pid: process.pid, kind: "server", client: "", projects: [] });
  presence.introduce("claude-code 1.2");
  const leave = presence.enter("/a");
  const leaveAgain = presence.enter("/a");
  presence.enter("/b");
  await expect.poll(told).toMatchObject({ client: "claude-code 1.2", projects: ["/a", "/b"] });
  leave();
  presence.introduce("claude-code 1.3");
  await expect.poll(told).toMatchObject({ client: "claude-code 1.3", projects: ["/a", "/b"] });
  leaveAgain();
  await expect.poll(told).toMatchObject({ projects: ["/b"] });
  presence.end();
  presence.introduce("too late");
  expect(readdirSync(folder())).toEqual([]);
});

it("several processes are told in the order in which they began", () => {
  const [first, second] = [open(), open()];
  const since = runningProcesses(temporary.path).map(({ sinceMs }) => sinceMs);
  expect(since).toEqual([...since].sort((a, b) => a - b));
  expect(since).toHaveLength(2);
  first.end();
  second.end();
});

it("work that is held up is told with the reason", async () => {
  const presence = open();
  const work = { root: "/a", phase: "embedding", done: 1, total: 9, perSecond: null, secondsLeft: null };
  presence.report({ ...work, paused: "memory is short" });
  await expect
    .poll(() => runningProcesses(temporary.path)[0]?.work)
    .toMatchObject({ ...work, paused: "memory is short" });
});

it("work is told when it begins and ends, and once a second between; a walk, whose length nobody knows, does not end", async () => {
  const presence = open();
  const report = (phase: string, done: number, total: number): void =>
    presence.report({ root: "/a", phase, done, total, perSecond: null, secondsLeft: null, paused: null });
  const told = () => runningProcesses(temporary.path)[0]?.work;
  // A busy machine may take more than the second that is waited by default.
  const toldSoon = (work: object): Promise<void> => expect.poll(told, { timeout: 10_000 }).toMatchObject(work);
  report("walking", 0, 0);
  await toldSoon({ phase: "walking", done: 0, total: 0 });
  const atMs = told()?.atMs ?? 0;
  vi.useFakeTimers({ now: atMs + 100, toFake: ["Date"] });
  try {
    // A server walks at each question: to write a file for each would cost more than the walk.
    report("walking", 0, 0);
    report("indexing", 1, 9);
    await toldSoon({ done: 1, atMs: atMs + 100 });
    vi.setSystemTime(atMs + 200);
    report("indexing", 2, 9);
    await pause(20);
    expect(told()).toMatchObject({ done: 1, atMs: atMs + 100 });
    report("indexing", 9, 9);
    await toldSoon({ done: 9 });
    report("walking", 0, 0);
    await toldSoon({ phase: "walking" });
    vi.setSystemTime(atMs + 1_300);
    report("walking", 0, 0);
    await toldSoon({ atMs: atMs + 1_300 });
  } finally {
    vi.useRealTimers();
  }
  // What is still being written when it ends leaves nothing.
  report("indexing", 1, 9);
  presence.end();
  await expect.poll(() => readdirSync(folder())).toEqual([]);
});

type EntryCase = readonly [string, Readonly<Record<string, unknown>>, number];

/** Only Linux tells when the machine and a process started. */
const TELLS_STARTS = PROCESS_FACTS.bootId() !== "";
const STARTED_OTHERWISE: readonly EntryCase[] = [
  ["is another one of the same number", { started: "1" }, 0],
  ["is from before the last start of the machine", { boot: "another" }, 0],
];

describe("an entry is taken away by who finds that its process", () => {
  it.each<EntryCase>([
    ["is gone", { pid: 2 ** 22 + 1 }, 0],
    ...(TELLS_STARTS ? STARTED_OTHERWISE : []),
    ["ran on another machine and has long been silent", { machine: "another" }, 3_600_000],
    ["wrote nothing that can be read", { pid: "x" }, 3_600_000],
  ])("%s", (_, changes, ageMs) => {
    writeEntry("1.json", changes, ageMs);
    expect(runningProcesses(temporary.path)).toEqual([]);
    expect(existsSync(join(folder(), "1.json"))).toBe(false);
  });

  it("but not while it lives on another machine, or may be half written", () => {
    writeEntry("1.json", { machine: "another" });
    writeEntry("2.json", { pid: "x" });
    expect(runningProcesses(temporary.path).map(({ machine }) => machine)).toEqual(["another"]);
    expect(readdirSync(folder()).sort()).toEqual(["1.json", "2.json"]);
  });
});

it("what a killed process left of writing its entry goes with the next that begins, once it is old", () => {
  const folder = join(temporary.path, "running");
  mkdirSync(folder);
  for (const name of ["1-a.json.tmp", "2-b.json.tmp"]) {
    writeFileSync(join(folder, name), "{");
  }
  const past = new Date(Date.now() - 3_600_000);
  utimesSync(join(folder, "1-a.json.tmp"), past, past);
  const presence = open();
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual(["2-b.json.tmp"]);
  presence.end();
});

it("a cache that cannot hold entries costs nothing but the entry", () => {
  writeFileSync(folder(), "a file where the folder should be");
  const presence = open();
  presence.enter("/a")();
  presence.end();
  expect(runningProcesses(temporary.path)).toEqual([]);
});
