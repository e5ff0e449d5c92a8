// The journal in storage/example is what the program writes, and a report reads it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Journal } from "../../src/statistics/journal.ts";
import { reportSavings } from "../../src/statistics/report.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { scratchFolder } from "../storage/scratch.ts";
import { expectGolden } from "../support/golden.ts";
import { aSearch } from "./entries.ts";

const PROJECT = { root: "/home/mina/shop", name: "shop" };

test("it is what is written", async () => {
  const home = await scratchFolder();
  const times = ["2026-11-20T09:12:03.120Z", "2026-11-20T09:12:40.002Z", "2026-11-21T23:15:00.000Z"];
  const clients = [
    { name: "claude-code", version: "2.1.0" },
    { name: "kimi-cli", version: "1.4.2" },
  ];
  for (const [index, time] of times.entries()) {
    const journal = new Journal({ home, keepQueries: false, now: () => new Date(time) });
    const client = clients[index % 2] ?? { name: "", version: "" };
    const session = { id: "5e551011", tokens: 3_600 };
    const search = aSearch({ session, project: PROJECT, client, milliseconds: 14.2 + index, cached: index === 1 });
    expect(journal.record(search)).toBeNull();
  }
  expectGolden(
    "../storage/example/global/journal/2026-11.jsonl",
    await readFile(join(home, "journal", "2026-11.jsonl"), "utf8"),
  );
});

test("a report reads it", async () => {
  const journal = new Journal({ home: packagePath("storage", "example", "global"), keepQueries: false });
  const report = await reportSavings(journal, { timeZone: "UTC" });
  expect(report).toMatchObject({ problems: [], totals: { searches: 3, searches_cached: 1 } });
  expect(report.clients.map((row) => [row.client, row.searches])).toEqual([
    ["claude-code", 2],
    ["kimi-cli", 1],
  ]);
});
