import { appendFile, chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Journal, type JournalOptions, RETENTION_MONTHS } from "../../src/statistics/journal.ts";
import type { JournalEntry } from "../../src/statistics/journal-entry.ts";
import type { Problem } from "../../src/vocabulary/failure.ts";
import { misfits } from "../storage/schemas.ts";
import { scratchFolder } from "../storage/scratch.ts";
import { anyCharacter } from "../support/any-character.ts";
import { bundleScript, runScript } from "../support/run-script.ts";
import { isPosix } from "../support/this-system.ts";
import { aSearch } from "./entries.ts";

const NOW = new Date("2026-11-21T23:15:00.250Z");

async function aJournal(options: Partial<JournalOptions> = {}): Promise<Journal & { file: string }> {
  const home = options.home ?? join(await scratchFolder(), ".context-broker");
  const journal = new Journal({ keepQueries: false, now: () => NOW, ...options, home });
  return Object.assign(journal, { file: join(home, "journal", "2026-11.jsonl") });
}

async function readAll(journal: Journal): Promise<{ entries: JournalEntry[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const entries: JournalEntry[] = [];
  for await (const entry of journal.entries((problem) => problems.push(problem))) {
    entries.push(entry);
  }
  return { entries, problems };
}

test("a search is one line of its month, which fits the schema", async () => {
  const journal = await aJournal();
  const alternatives = {
    files: [{ path: "src/session.ts", tokens: 8_000 }],
    grep: { words: ["session"], tokens: 12_000 },
  };
  const search = aSearch({ session: { id: "5e551011", tokens: 3_600 }, outcome: "found" }, { alternatives });
  expect(journal.record(search)).toBeNull();
  const lines = (await readFile(journal.file, "utf8")).split("\n");
  expect(lines).toHaveLength(2);
  const entry: unknown = JSON.parse(lines[0] ?? "");
  expect(misfits("journal-entry", entry)).toBe("");
  expect(entry).toEqual({
    schema_version: 1,
    time: "2026-11-21T23:15:00.250Z",
    project: "shop",
    project_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    client: "claude-code",
    client_version: "2.1.0",
    session: "5e551011",
    session_tokens: 3_600,
    operation: "search_codebase",
    statistics: {
      total_tokens: 100_000,
      context_tokens: 1_000,
      saved_tokens: 99_000,
      saved_percent: 99,
      total_tokens_exact: true,
      hit_files_tokens: 8_000,
      encoding: "o200k_base",
    },
    envelope_tokens: 0,
    first_files_tokens: 8_000,
    grep_tokens: 12_000,
    outcome: "found",
    hits: 5,
    milliseconds: 12.3,
    cached: false,
    lagging: 0,
  });
});

test("no query text and no path unless allowed", async () => {
  const journal = await aJournal();
  journal.record(aSearch({ query: "the secret question" }));
  const text = await readFile(journal.file, "utf8");
  expect(text).not.toContain("secret");
  expect(text).not.toContain("/srv");
  const open = await aJournal({ keepQueries: true });
  open.record(aSearch({ query: "the open question" }));
  const { entries } = await readAll(open);
  expect(entries[0]?.query).toBe("the open question");
  expect(misfits("journal-entry", entries[0])).toBe("");
});

test.runIf(isPosix)("the folder and its files are the user's alone", async () => {
  const journal = await aJournal();
  journal.record(aSearch());
  expect((await stat(journal.folder)).mode & 0o777).toBe(0o700);
  expect((await stat(journal.file)).mode & 0o777).toBe(0o600);
});

test("whatever a client calls itself stays one line, and comes back", async () => {
  const journal = await aJournal();
  const names: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 30 }), async (name) => {
      names.push(name);
      expect(journal.record(aSearch({ client: { name, version: name } }))).toBeNull();
    }),
    { numRuns: 60, examples: [["a\nb"], ["\u2028\u2029"], ['"}\n{'], ["\0"]] },
  );
  const { entries, problems } = await readAll(journal);
  expect(problems).toEqual([]);
  expect(entries.map((entry) => entry.client)).toEqual(names);
});

test("a name of a megabyte does not become a line of a megabyte", async () => {
  const journal = await aJournal({ keepQueries: true });
  const long = "x".repeat(1_000_000);
  journal.record(aSearch({ client: { name: long, version: long }, project: { root: long, name: long }, query: long }));
  expect((await stat(journal.file)).size).toBeLessThan(4096);
});

describe("lines that are not entries", () => {
  test("are counted and cost nobody else", async () => {
    const journal = await aJournal();
    journal.record(aSearch({ hits: 1 }));
    await appendFile(journal.file, '{"schema_version":1,"time":"2026-11-21T2');
    journal.record(aSearch({ hits: 2 }));
    await appendFile(journal.file, '\n\n{"schema_version":2}\nnull\n\0\0\0\n');
    journal.record(aSearch({ hits: 3 }));
    const { entries, problems } = await readAll(journal);
    expect(entries.map((entry) => entry.hits)).toEqual([1, 2, 3]);
    expect(problems).toEqual([
      {
        code: "JOURNAL_UNREADABLE",
        message: "journal 2026-11.jsonl: 4 lines are not counted: incomplete, invalid or of a newer version",
      },
    ]);
  });

  test("cut at any byte, lose themselves only", async () => {
    const journal = await aJournal();
    journal.record(aSearch({ hits: 1 }));
    const line = await readFile(journal.file);
    for (let length = 1; length < line.length; length += 17) {
      await writeFile(journal.file, line.subarray(0, length));
      journal.record(aSearch({ hits: 2 }));
      expect((await readAll(journal)).entries.map((entry) => entry.hits)).toEqual([2]);
    }
  });

  test("with a time that never was, are not entries", async () => {
    const journal = await aJournal();
    journal.record(aSearch());
    const line = await readFile(journal.file, "utf8");
    await writeFile(journal.file, line.replace("2026-11-21T", "2026-99-99T"));
    expect(await readAll(journal)).toMatchObject({ entries: [], problems: [{ code: "JOURNAL_UNREADABLE" }] });
  });
});

describe("trouble", () => {
  test("a file in the journal's place costs a problem, not the search", async () => {
    const home = await scratchFolder();
    await writeFile(join(home, "journal"), "in the way");
    const journal = await aJournal({ home });
    expect(journal.record(aSearch())).toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  });

  test("a link in a month's place is not written through", async () => {
    const journal = await aJournal();
    const victim = join(journal.folder, "..", "victim");
    await mkdir(journal.folder, { recursive: true });
    await writeFile(victim, "");
    await symlink(victim, journal.file);
    expect(journal.record(aSearch())).toMatchObject({ code: "JOURNAL_UNWRITABLE" });
    expect(await readFile(victim, "utf8")).toBe("");
  });

  test("a full month stops growing and says so", async () => {
    const journal = await aJournal({ monthBytesMax: 1200 });
    const problems = [];
    for (let search = 0; search < 5; search += 1) {
      problems.push(journal.record(aSearch()));
    }
    expect((await stat(journal.file)).size).toBeLessThanOrEqual(1200);
    expect(problems[0]).toBeNull();
    expect(problems.at(-1)).toMatchObject({
      code: "JOURNAL_UNWRITABLE",
      message: expect.stringContaining("next month"),
    });
  });

  test("a month that cannot be read leaves the others", async () => {
    const journal = await aJournal();
    journal.record(aSearch());
    await mkdir(join(journal.folder, "2026-10.jsonl"));
    expect(await readAll(journal)).toMatchObject({
      entries: [{ hits: 5 }],
      problems: [{ code: "JOURNAL_UNREADABLE", message: expect.stringContaining("2026-10.jsonl") }],
    });
  });

  test("an empty home has an empty journal", async () => {
    const journal = await aJournal();
    expect(await readAll(journal)).toEqual({ entries: [], problems: [] });
  });
});

test("keeps the newest months and leaves other files alone", async () => {
  const journal = await aJournal();
  await mkdir(journal.folder, { recursive: true });
  const months = Array.from(
    { length: 30 },
    (_, index) => `20${20 + Math.floor(index / 12)}-${`${(index % 12) + 1}`.padStart(2, "0")}`,
  );
  await Promise.all([...months, "notes"].map((month) => writeFile(join(journal.folder, `${month}.jsonl`), "\n")));
  await chmod(journal.folder, 0o700);
  journal.record(aSearch());
  const kept = (await readdir(journal.folder)).sort();
  expect(kept).toEqual([...months.slice(1 - RETENTION_MONTHS), "2026-11", "notes"].map((month) => `${month}.jsonl`));
});

const APPENDER = `
  import { Journal } from "./src/statistics/journal.ts";
  import { aSearch } from "./test/statistics/entries.ts";
  const [home, client] = process.argv.slice(2);
  const journal = new Journal({ home, keepQueries: true, now: () => new Date("2026-11-21T23:15:00Z") });
  for (let hits = 0; hits < 100; hits += 1) {
    const query = client.repeat(300);
    const problem = journal.record(aSearch({ hits, client: { name: client, version: "1" }, query }));
    if (problem !== null) throw new Error(problem.message);
  }
`;

test("processes that append at once lose and mix nothing", async () => {
  const home = join(await scratchFolder(), ".context-broker");
  const script = join(home, "..", "append.mjs");
  await bundleScript(APPENDER, script);
  const writers = ["a", "b", "c", "d"];
  const ended = await Promise.all(writers.map((writer) => runScript(script, [home, writer])));
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(writers.map(() => [0, ""]));
  const { entries, problems } = await readAll(new Journal({ home, keepQueries: false }));
  expect(problems).toEqual([]);
  for (const writer of writers) {
    const own = entries.filter((entry) => entry.client === writer);
    expect(own.map((entry) => entry.hits)).toEqual(Array.from({ length: 100 }, (_, hits) => hits));
  }
});
