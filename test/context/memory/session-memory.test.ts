import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OVERVIEW_TOKENS_MAX, openMemory, type SessionMemory } from "../../../src/context/memory/session-memory.ts";
import { ENTRIES_MAX, SESSIONS_MAX, SESSIONS_NAME } from "../../../src/context/memory/session-store.ts";
import { removeProjectFolder } from "../../../src/index/database/project-folder.ts";
import { cacheBytes, leftoversIn } from "../../../src/index/upkeep/cache-inventory.ts";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { loadTokenCounter, type TokenCounter } from "../../../src/system/token-counter.ts";
import { processorMs } from "../../support/growth.ts";

let counter: TokenCounter;
beforeAll(async () => {
  counter = await loadTokenCounter();
});

let cache: string;
let folder: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "cb-memory-"));
  folder = join(cache, "projects", "app-1");
  mkdirSync(folder, { recursive: true });
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(cache, { recursive: true, force: true });
});

const open = (session = "talk"): SessionMemory => openMemory({ folder, session, counter });
const file = () => join(folder, SESSIONS_NAME);
const always = () => true;

const range = (startLine: number, endLine: number) => ({ startLine, endLine });
const symbolAt = (at: number) => ({ id: `a.ts#f${at}`, path: "a.ts", contentHash: "h1", ...range(at + 1, at + 2) });

describe("a session remembers", () => {
  it("nothing at first, and later what was kept, in another process' memory", () => {
    const first = open();
    expect(first).toMatchObject({ isNew: true, problem: null, tokensUsed: 0 });
    first.keepOverview("a shop", "generation 3");
    first.touch(symbolAt(1));
    first.touch(symbolAt(2));
    first.touch(symbolAt(1));
    expect(first.symbols(always)).toEqual([symbolAt(1), symbolAt(2)]);
    const places = [{ path: "a.ts", contentHash: "h1", symbol: null, ...range(1, 9) }];
    first.keepResult("where is  the cart", "generation 3", places);
    first.recordShown("a.ts", "h1", [range(5, 9), range(1, 4)]);
    first.addTokens(700);
    first.addTokens(50);
    expect(first.save()).toBe(true);

    const second = open();
    expect(second).toMatchObject({ isNew: false, problem: null, tokensUsed: 750 });
    expect(second.overview("generation 3")).toBe("a shop");
    expect(second.symbols(always)).toEqual([symbolAt(1), symbolAt(2)]);
    expect(second.result(" where is the cart ", "generation 3")).toEqual(places);
    expect(second.tasks()).toEqual(["where is the cart"]);
    expect(second.shownLines("a.ts", "h1")).toEqual([range(1, 9)]);
    expect(open("another").isNew).toBe(true);
  });

  it("nothing that was not saved, and without a folder only while it is open", () => {
    open().recordShown("a.ts", "h1", [range(1, 2)]);
    expect(open().isNew).toBe(true);
    const memory = openMemory({ folder: null, session: "talk", counter });
    memory.recordShown("a.ts", "h1", [range(1, 2)]);
    expect(memory.shownLines("a.ts", "h1")).toEqual([range(1, 2)]);
    expect(memory.save()).toBe(false);
    expect(memory.problem).toBeNull();
  });

  it.each(["", "a b", "../x", "-x", "é", "x".repeat(65)])("under no name like %j", (session) => {
    expect(() => open(session)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});

describe("what is remembered is never stale:", () => {
  it("a file that has changed counts as not shown, and what is shown of it then replaces the rest", () => {
    const memory = open();
    memory.recordShown("a.ts", "h1", [range(1, 9)]);
    expect(memory.shownLines("a.ts", "h2")).toEqual([]);
    memory.recordShown("a.ts", "h2", [range(20, 21)]);
    memory.save();
    expect(open().shownLines("a.ts", "h1")).toEqual([]);
    expect(open().shownLines("a.ts", "h2")).toEqual([range(20, 21)]);
  });

  it("symbols of changed files are forgotten, also on disk", () => {
    const memory = open();
    memory.touch(symbolAt(1));
    memory.touch({ ...symbolAt(2), path: "b.ts" });
    memory.save();
    const later = open();
    expect(later.symbols((path) => path === "b.ts")).toHaveLength(1);
    later.save();
    expect(open().symbols(always)).toHaveLength(1);
  });

  it("an overview and results of another generation are not given out", () => {
    const memory = open();
    memory.keepOverview("a shop", "generation 3");
    memory.keepResult("task", "generation 3", []);
    expect([memory.overview("generation 4"), memory.result("task", "generation 4")]).toEqual([null, null]);
    expect([memory.overview("generation 3"), memory.result("task", "generation 3")]).toEqual(["a shop", []]);
  });
});

describe("two at once", () => {
  it("lose nothing of each other: lines of one file are joined, tokens are added", () => {
    const [one, other] = [open(), open()];
    one.recordShown("a.ts", "h1", [range(1, 4)]);
    other.recordShown("a.ts", "h1", [range(8, 9)]);
    other.recordShown("b.ts", "h1", [range(1, 1)]);
    one.addTokens(10);
    other.addTokens(5);
    expect([one.save(), other.save()]).toEqual([true, true]);
    one.addTokens(1);
    one.save();
    const later = open();
    expect(later.shownLines("a.ts", "h1")).toEqual([range(1, 4), range(8, 9)]);
    expect(later.shownLines("b.ts", "h1")).toEqual([range(1, 1)]);
    expect(later.tokensUsed).toBe(16);
  });

  it("wait for each other a moment only; what could not be kept is written the next time", () => {
    open("first").save();
    const memory = open();
    memory.addTokens(3);
    const blocker = openSqlite(file());
    blocker.exec("BEGIN IMMEDIATE");
    expect(memory.save()).toBe(false);
    expect(memory.problem).toMatchObject({
      code: "CACHE_UNAVAILABLE",
      message: expect.stringContaining("cannot be kept"),
    });
    blocker.exec("ROLLBACK");
    blocker.close();
    expect(memory.save()).toBe(true);
    expect(open().tokensUsed).toBe(3);
  });
});

describe("bounds:", () => {
  it("symbols, the least recently used go first", () => {
    const memory = open();
    for (let at = 0; at < ENTRIES_MAX.symbol + 5; at += 1) {
      memory.touch(symbolAt(at));
    }
    memory.touch(symbolAt(5));
    memory.save();
    const kept = open().symbols(always);
    expect(kept).toHaveLength(ENTRIES_MAX.symbol);
    expect(kept[0]).toEqual(symbolAt(5));
    expect(kept.at(-1)).toEqual(symbolAt(6));
  });

  it("symbols of several writers together", () => {
    for (const part of [0, 1]) {
      const memory = open();
      for (let at = 0; at < 700; at += 1) {
        memory.touch(symbolAt(part * 700 + at));
      }
      memory.save();
    }
    const kept = open().symbols(always);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([ENTRIES_MAX.symbol, symbolAt(1_399), symbolAt(400)]);
  });

  it("sessions, the one used longest ago goes first", () => {
    for (let at = 0; at <= SESSIONS_MAX; at += 1) {
      const memory = open(`talk-${at}`);
      memory.addTokens(1);
      memory.save();
    }
    expect(open("talk-0").isNew).toBe(true);
    expect(open("talk-1").isNew).toBe(false);
  });

  it("an overview of more than 2,500 tokens is not kept", () => {
    const memory = open();
    expect(memory.keepOverview("word ".repeat(OVERVIEW_TOKENS_MAX + 10), "g")).toBe(false);
    expect(memory.overview("g")).toBeNull();
  });

  it("bytes of a session, and places of a result; what was kept last stays", () => {
    const memory = open();
    const places = Array.from({ length: 500 }, (_, at) => ({
      path: `${"p".repeat(100)}${at}`,
      contentHash: "h",
      symbol: null,
      ...range(1, 2),
    }));
    for (let at = 0; at < 99; at += 1) {
      memory.keepResult(`task ${at}`, "g", places);
    }
    memory.save();
    const kept = open();
    expect(kept.result("task 98", "g")).toHaveLength(200);
    expect(kept.result("task 0", "g")).toBeNull();
    expect(kept.tasks().length).toBeGreaterThan(40);
    expect(statSync(file()).size).toBeLessThan(6 * 1024 * 1024);
  });

  it("opening what is full takes less than 100 ms of processor time", () => {
    const memory = open();
    for (let at = 0; at < 2_000; at += 1) {
      memory.touch(symbolAt(at));
      memory.recordShown(`src/a/long/path/to/file-${at}.ts`, "h".repeat(64), [
        range(at + 1, at + 9),
        range(at + 20, at + 30),
      ]);
    }
    memory.save();
    const times = Array.from({ length: 5 }, () => processorMs(() => expect(open().isNew).toBe(false)));
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe("damage is said, begun again, and never an error:", () => {
  const keep = () => {
    const memory = open();
    memory.recordShown("a.ts", "h1", [range(1, 9)]);
    memory.save();
  };

  it.each<[string, () => void]>([
    ["noise", () => writeFileSync(file(), "no database at all, and longer than a header".repeat(300))],
    ["the first half", () => truncateSync(file(), Math.floor(statSync(file()).size / 2))],
    [
      "noise from the second page on",
      () => {
        const bytes = readFileSync(file());
        writeFileSync(file(), bytes.fill(0xa5, 4_096));
      },
    ],
  ])("a file with %s", (_, damage) => {
    keep();
    damage();
    const memory = open();
    expect(memory.isNew).toBe(true);
    expect(memory.problem).toMatchObject({
      code: "CACHE_UNAVAILABLE",
      message: expect.stringContaining("begun again"),
    });
    memory.addTokens(1);
    expect(memory.save()).toBe(true);
    expect(open()).toMatchObject({ isNew: false, problem: null });
  });

  it("a file that is damaged between a question's beginning and its end", () => {
    keep();
    const memory = open();
    expect(memory.problem).toBeNull();
    writeFileSync(file(), "no database at all, and longer than a header".repeat(300));
    memory.addTokens(1);
    expect(memory.save()).toBe(true);
    expect(memory.problem?.message).toContain("begun again");
    expect(open().tokensUsed).toBe(1);
  });

  it("an entry that is not as it was written, which is left out", () => {
    keep();
    const database = openSqlite(file());
    database.exec("UPDATE entry SET json = replace(json, '9', '8')");
    database.close();
    const memory = open();
    expect(memory.shownLines("a.ts", "h1")).toEqual([]);
    expect(memory.problem?.message).toContain("1 entry of the session's memory were damaged");
  });

  it("a file of another version, which is made again", () => {
    keep();
    const database = openSqlite(file());
    database.pragma("user_version = 99");
    database.close();
    expect(open()).toMatchObject({ isNew: true, problem: null });
  });

  it("a folder that is gone, as after `index clear`", () => {
    const memory = open();
    rmSync(folder, { recursive: true });
    memory.addTokens(1);
    expect(memory.save()).toBe(false);
    expect(memory.problem?.code).toBe("CACHE_UNAVAILABLE");
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
  });
});

it("sessions count as a part of the cache, are no leftover of a crash, and go with the project's index", () => {
  const memory = open();
  memory.addTokens(1);
  memory.save();
  expect(cacheBytes(cache)).toBeGreaterThan(4_000);
  expect(leftoversIn(cache, Date.now() + 30 * 86_400_000)).toEqual([]);
  expect(removeProjectFolder(folder)).toBe(true);
  expect(existsSync(file())).toBe(false);
  mkdirSync(folder);
});
