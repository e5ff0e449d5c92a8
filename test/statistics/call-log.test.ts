// The log of calls on a real disk: what is found again, what is left out, and what bounds it.
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CallLog, type CallRecord } from "../../src/statistics/call-log.ts";
import { scratchFolder } from "../storage/scratch.ts";
import { isPosix } from "../support/this-system.ts";

const SHOP = { root: "/srv/shop", name: "shop" };

function aCall(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    project: SHOP,
    client: { name: "codex", version: "1" },
    tool: "search_codebase",
    asked: { query: "where is the session checked" },
    outcome: "found",
    answer: "found: 3 hits",
    places: ["src/session.ts:1-9"],
    places_found: 1,
    tokens: 120,
    milliseconds: 12.34,
    ...changes,
  };
}

async function aLog(isOn = true) {
  const home = await scratchFolder();
  const clock = { now: Date.parse("2026-11-21T23:15:00.000Z") };
  const log = new CallLog({ home, isOn, now: () => new Date(clock.now) });
  const record = (...calls: CallRecord[]) => {
    for (const call of calls) {
      clock.now += 1_000;
      expect(log.record(call)).toBeNull();
    }
  };
  return { log, record, clock, folder: join(home, ".calls") };
}

test("a call is one line of its day, readable by its user alone", async () => {
  const { record, folder } = await aLog();
  record(aCall({ session: "5e551011" }));
  const file = join(folder, "2026-11-21.jsonl");
  expect((await readFile(file, "utf8")).split("\n")).toHaveLength(2);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    schema_version: 1,
    time: "2026-11-21T23:15:01.000Z",
    project: "shop",
    project_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    client: "codex",
    client_version: "1",
    session: "5e551011",
    tool: "search_codebase",
    asked: { query: "where is the session checked" },
    outcome: "found",
    answer: "found: 3 hits",
    places: ["src/session.ts:1-9"],
    places_found: 1,
    tokens: 120,
    milliseconds: 12.3,
  });
  if (isPosix) {
    expect([(await stat(file)).mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
  }
});

test("switched off, nothing is written, and what is there can be read", async () => {
  const { log, record, folder } = await aLog(false);
  record(aCall());
  expect(await readdir(folder).catch(() => [])).toEqual([]);
  expect(await log.find({ page: 1, limit: 20 })).toMatchObject({ calls: [], total: 0, problems: [] });
});

test.each([
  [{}, ["f", "e", "d", "c", "b", "a"]],
  [{ root: "/srv/shop" }, ["f", "d", "c", "b", "a"]],
  [{ root: "/srv/other" }, ["f", "e"]],
  [{ root: "/srv/shop", tool: "search_text" }, ["c", "b"]],
  [{ client: "zed" }, ["d", "c"]],
  [{ client: "zed", tool: "search_text" }, ["c"]],
  [{ text: "PLACE-OF-B" }, ["b"]],
  [{ text: "answer of a" }, ["a"]],
  [{ text: "in a list" }, ["f"]],
  [{ text: "search_text" }, []],
  [{ page: 2, limit: 2 }, ["d", "c"]],
  [{ page: 4, limit: 2 }, []],
])("%j finds %j, newest first", async (filter, expected) => {
  const { log, record, clock } = await aLog();
  const named = (name: string, changes: Partial<CallRecord> = {}) =>
    aCall({ answer: `answer of ${name}`, places: [`place-of-${name}`], asked: { name }, ...changes });
  const zed = { client: { name: "zed", version: "2" } };
  record(named("a"), named("b", { tool: "search_text" }));
  clock.now += 86_400_000;
  record(named("c", { tool: "search_text", ...zed }), named("d", zed));
  record(named("e", { project: { root: "/srv/other", name: "shop" } }));
  record(named("f", { project: null, asked: { name: "f", paths: ["in a list"] } }));
  const { calls, total } = await log.find({ page: 1, limit: 20, ...filter });
  expect(calls.map(({ asked }) => asked["name"])).toEqual(expected);
  expect(total).toBe("page" in filter ? 6 : expected.length);
});

test("counts calls by tool and client of the project, whatever is filtered by them", async () => {
  const { log, record } = await aLog();
  record(aCall({ tool: "search_text" }), aCall(), aCall(), aCall({ project: { root: "/other", name: "other" } }));
  const found = await log.find({ root: SHOP.root, tool: "search_text", page: 1, limit: 20 });
  expect(found.tools).toEqual([
    { name: "search_codebase", calls: 2 },
    { name: "search_text", calls: 1 },
  ]);
  expect(found.clients).toEqual([{ name: "codex", calls: 3 }]);
});

test("keeps the newest thirty days, and leaves other files of its folder alone", async () => {
  const { record, clock, folder } = await aLog();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "mine.txt"), "");
  for (let day = 0; day < 33; day += 1) {
    record(aCall());
    clock.now += 86_400_000;
  }
  const files = await readdir(folder);
  expect(files).toHaveLength(31);
  expect(files).toContain("mine.txt");
  expect(files.sort()[0]).toBe("2026-11-24.jsonl");
});

test("a day that is full says when calls are logged again", async () => {
  const { log, record, folder } = await aLog();
  record(aCall());
  await appendFile(join(folder, "2026-11-21.jsonl"), `${" ".repeat(1024 * 1024)}\n`);
  expect(log.record(aCall())?.message).toContain("calls are logged again tomorrow");
});

test("a line that is none is counted and costs only itself", async () => {
  const { log, record, folder } = await aLog();
  record(aCall({ tool: "first" }));
  await appendFile(join(folder, "2026-11-21.jsonl"), '{"schema_version":1,"time":"2026');
  record(aCall({ tool: "second" }));
  await appendFile(join(folder, "2026-11-21.jsonl"), '{"schema_version":2}\n');
  const { calls, problems } = await log.find({ page: 1, limit: 20 });
  expect(calls.map(({ tool }) => tool)).toEqual(["second", "first"]);
  expect(problems.map(({ message }) => message)).toEqual([
    "log of calls 2026-11-21.jsonl: 2 lines are not counted: incomplete, invalid or of a newer version",
  ]);
});
