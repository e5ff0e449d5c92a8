import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCHEMA } from "../../../src/index/database/schema.ts";
import { LeaseLost, leaseHolder, SILENCE_MAX_MS, tryAcquireLease } from "../../../src/index/database/writer-lease.ts";
import { THIS_PROCESS } from "../../../src/system/process-identity.ts";
import { type Connection, openSqlite } from "../../../src/system/sqlite.ts";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";

let program: ChildProgram;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/lease-child.ts");
});
afterAll(() => program.dispose());

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let ours: Connection;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, "lease.sqlite");
  ours = openSqlite(path);
  ours.pragma("journal_mode = WAL");
  ours.exec(SCHEMA);
});
afterEach(() => {
  ours.close();
  folder.remove();
});

const clockAt = (offsetMs: number) => ({ now: () => Date.now() + offsetMs });

describe("the writer lease", () => {
  it("is held by one at a time, and free when released", () => {
    const first = tryAcquireLease(ours, "words");
    expect(first).not.toBeNull();
    expect(tryAcquireLease(ours, "words")).toBeNull();
    expect(leaseHolder(ours, "words")).toMatchObject({ pid: THIS_PROCESS.pid });
    first?.release();
    expect(leaseHolder(ours, "words")).toBeNull();
    tryAcquireLease(ours, "words")?.release();
  });

  it("for one kind of work leaves the others free", () => {
    const leases = [tryAcquireLease(ours, "words"), tryAcquireLease(ours, "vectors"), tryAcquireLease(ours, "tokens")];
    expect(leases).not.toContain(null);
    for (const lease of leases) {
      lease?.release();
    }
  });

  it("of a living process in another one is respected, of a killed one taken over at once", async () => {
    const child = program.start({ path, name: "words" });
    expect(await nextMessage<boolean>(child)).toBe(true);
    expect(tryAcquireLease(ours, "words")).toBeNull();
    child.kill("SIGKILL");
    await ended(child);
    const taken = tryAcquireLease(ours, "words");
    expect(taken).not.toBeNull();
    taken?.release();
  });

  it("of a holder that fell silent is taken over, also where the clock was set back", () => {
    for (const offset of [SILENCE_MAX_MS + 1_000, -SILENCE_MAX_MS - 1_000]) {
      const silent = tryAcquireLease(ours, "words");
      const taken = tryAcquireLease(ours, "words", clockAt(offset));
      expect(silent).not.toBeNull();
      expect(taken).not.toBeNull();
      taken?.release();
      silent?.release();
    }
  });

  it("of a process from before the last start of the machine, or whose pid was used again, is free", () => {
    const stale = { ...THIS_PROCESS, boot: "another boot" };
    const reused = { ...THIS_PROCESS, started: "1" };
    for (const { pid, machine, boot, started } of [stale, reused]) {
      const now = Date.now();
      ours
        .prepare("INSERT OR REPLACE INTO lease VALUES ('words', 'token', ?, ?, ?, ?, ?, ?)")
        .run(pid, machine, boot, started, now, now);
      const taken = tryAcquireLease(ours, "words");
      // Where the system does not tell boots and start times, only silence frees it.
      expect(taken !== null).toBe(THIS_PROCESS.started !== "");
      taken?.release();
    }
  });

  it("of a process on another machine is respected until it falls silent", () => {
    const now = Date.now();
    ours.prepare("INSERT INTO lease VALUES ('words', 'token', 1, 'elsewhere', 'boot', '1', ?, ?)").run(now, now);
    expect(tryAcquireLease(ours, "words")).toBeNull();
    expect(tryAcquireLease(ours, "words", clockAt(SILENCE_MAX_MS + 1))).not.toBeNull();
  });

  it("that was lost writes nothing", async () => {
    const lost = tryAcquireLease(ours, "words");
    const winner = tryAcquireLease(ours, "words", clockAt(SILENCE_MAX_MS + 1_000));
    expect(winner).not.toBeNull();
    const write = () => ours.prepare("INSERT INTO term VALUES ('x', 1)").run();
    await expect(lost?.commit(write)).rejects.toBeInstanceOf(LeaseLost);
    expect(ours.prepare("SELECT count(*) FROM term").pluck().get()).toBe(0);
    lost?.release();
    await winner?.commit(write);
    expect(ours.prepare("SELECT count(*) FROM term").pluck().get()).toBe(1);
    winner?.release();
  });

  it("waits for another connection's transaction instead of failing", async () => {
    const other = openSqlite(path, { timeout: 0 });
    const impatient = openSqlite(path, { timeout: 0 });
    const lease = tryAcquireLease(impatient, "words");
    other.exec("BEGIN IMMEDIATE");
    const committed = lease?.commit(() => impatient.prepare("INSERT INTO term VALUES ('x', 1)").run());
    setTimeout(() => other.exec("COMMIT"), 50);
    await expect(committed).resolves.toMatchObject({ changes: 1 });
    lease?.release();
    other.close();
    impatient.close();
  });
});
