// A clock that jumps: every edit is still found, no lease is held or lost for ever, nothing saved is lost. The files' times
// are the kernel's; what jumps is this process's idea of now, which is what a jump between two looks amounts to.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localDisk } from "../../../src/project/disk.ts";
import { Journal } from "../../../src/statistics/journal.ts";
import { SavedResults } from "../../../src/storage/saved-results.ts";
import { admitting, anAnswerAbout, aPlace } from "../../storage/places.ts";
import { WAIT } from "../../support/test-index.ts";
import { type FaultyProject, found, openFaultyProject } from "./faulty-project.ts";

const MINUTE_MS = 60_000;
const JUMPS: readonly (readonly [string, number])[] = [
  ["back by a second", -1_000],
  ["back by an hour", -60 * MINUTE_MS],
  ["back by a year", -365 * 24 * 60 * MINUTE_MS],
  ["ahead by an hour", 60 * MINUTE_MS],
];

let offsetMs: number;
beforeEach(() => {
  offsetMs = 0;
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + offsetMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Of one length, so that an edit changes no size. */
const WORDS = ["orchid", "banana", "walnut", "lizard"];
const text = (turn: number): string => `export const ${WORDS[turn]} = 1;\n`;

describe.each(JUMPS)("a clock that is set %s", (_name, jumpMs) => {
  let project: FaultyProject;
  afterEach(() => project.dispose());

  it("hides no edit, neither from who was running nor from who starts then", async () => {
    project = openFaultyProject({ "a.ts": text(0), "b.ts": "export const tulip = 2;\n" });
    const running = await project.openBehind(localDisk);
    await running.freshen(WAIT);
    for (let turn = 1; turn <= 3; turn += 1) {
      // There, back, there: and each time an edit of the same size.
      offsetMs = turn % 2 === 1 ? jumpMs : 0;
      writeFileSync(join(project.files, "a.ts"), text(turn));
      const started = await project.openBehind(localDisk);
      for (const index of [running, started]) {
        expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
        expect(found(index, WORDS[turn] ?? "")).toEqual(["a.ts#0×1"]);
        expect(found(index, WORDS[turn - 1] ?? "")).toEqual([]);
      }
      await started.close();
    }
    expect(project.contents()).toEqual(await project.freshContents());
  });
});

it("results saved before and after a jump back are all there, none in another's place", async () => {
  const place = await aPlace();
  let now = new Date("2026-11-21T23:15:00.000Z");
  const saved = new SavedResults({
    home: place.home,
    projectRoot: place.root,
    projectName: "shop",
    mode: "global",
    share: false,
    readAdmitted: admitting({ "a.ts": "x\n" }),
    now: () => now,
  });
  const answer = anAnswerAbout({ "a.ts": "x\n" });
  const names = new Set<string>();
  for (const time of ["2026-11-21T23:15:00.000Z", "2020-01-01T00:00:00.000Z", "2026-11-21T23:15:00.000Z"]) {
    now = new Date(time);
    names.add((await saved.save(answer, { overwrite: false })).name);
  }
  expect(names.size).toBe(3);
  const { results, problems } = await saved.list({});
  expect(results.map(({ name }) => String(name)).sort()).toEqual([...names].map(String).sort());
  expect(problems).toEqual([]);
});

it("the journal keeps its lines, whichever month the clock says", async () => {
  const { home } = await aPlace();
  let now = new Date("2026-11-21T23:15:00.000Z");
  const journal = new Journal({ home, keepQueries: false, now: () => now });
  const record = () =>
    journal.record({
      project: { root: "/p", name: "p" },
      client: { name: "c", version: "1" },
      operation: "search_codebase",
      statistics: {
        totalTokens: 9,
        totalTokensExact: true,
        contextTokens: 1,
        savedTokens: 8,
        savedPercent: 88.9,
        hitFilesTokens: 2,
        encoding: "o200k_base",
      },
      hits: 1,
      milliseconds: 5,
      cached: false,
      lagging: 0,
      query: "q",
    } as Parameters<typeof journal.record>[0]);
  for (const time of ["2026-11-21T00:00:00Z", "1999-12-31T00:00:00Z", "2026-11-22T00:00:00Z"]) {
    now = new Date(time);
    expect(record()).toBeNull();
  }
  const lines = readdirSync(journal.folder).flatMap((file) =>
    readFileSync(join(journal.folder, file), "utf8").trim().split("\n"),
  );
  expect(lines).toHaveLength(3);
});
