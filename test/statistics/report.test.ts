import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JournalEntry, SearchRecord } from "../../src/statistics/journal-entry.ts";
import { addDays } from "../../src/statistics/report.ts";
import { renderReportTable } from "../../src/statistics/report-table.ts";
import { misfits } from "../storage/schemas.ts";
import { anyCharacter } from "../support/any-character.ts";
import { expectGolden } from "../support/golden.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { anEntry, fiveWeeks, reportOf } from "./entries.ts";

describe("a report adds up", () => {
  test("tokens against reading the first files", async () => {
    const { totals } = await reportOf([
      anEntry("2026-11-20T10:00:00Z", {}, { contextTokens: 500, hitFilesTokens: 2_000 }),
      anEntry("2026-11-20T11:00:00Z", { cached: true }, { contextTokens: 1_500, hitFilesTokens: 3_000 }),
    ]);
    expect(totals).toMatchObject({
      searches: 2,
      searches_cached: 1,
      answers_counted: 2,
      answers_doubtful: 0,
      answers_cheaper_by_grep: 0,
      sent_tokens: 2_000,
      alternative_tokens: 5_000,
      saved_of_alternative_tokens: 3_000,
      saved_of_alternative_percent: 60,
    });
  });

  test("tokens against grepping, where that is cheaper", async () => {
    const grepped = (tokens: number) => {
      const files = [{ path: "src/session.ts", tokens: 8_000 }];
      return anEntry("2026-11-20T10:00:00Z", {}, { alternatives: { files, grep: { words: ["session"], tokens } } });
    };
    const { totals } = await reportOf([grepped(3_000), grepped(8_000), grepped(90_000)]);
    expect(totals).toMatchObject({ answers_cheaper_by_grep: 1, alternative_tokens: 3_000 + 8_000 + 8_000 });
  });

  test.each(["weak", "none", "empty"])("an answer that is %s as cost, not as saving", async (outcome) => {
    const session = { id: "00000001", tokens: 100 };
    const { totals } = await reportOf([anEntry("2026-11-20T10:00:00Z", { outcome, session, envelopeTokens: 60 })]);
    expect(totals).toMatchObject({
      searches: 1,
      answers_counted: 0,
      answers_doubtful: 1,
      alternative_tokens: 0,
      other_answers_tokens: 1_060,
      net_saved_tokens: -1_160,
    });
  });

  test("net of each answer's own envelope, in every row", async () => {
    const at = "2026-11-20T10:00:00Z";
    const report = await reportOf([
      anEntry(at, { envelopeTokens: 250 }, { contextTokens: 500, hitFilesTokens: 2_000 }),
      // A line of an older version: the envelope as measured then, and no word of what it stands in place of.
      { ...anEntry(at), envelope_tokens: undefined, first_files_tokens: undefined },
    ]);
    for (const row of [report.totals, report.tools[0], report.clients[0], report.days[0], report.projects[0]]) {
      expect(row).toMatchObject({ sent_tokens: 750 + 1_060, saved_of_alternative_tokens: 2_000 - 750 });
    }
    expect(report.totals.net_saved_tokens).toBe(2_000 - 750 - 3_600);
  });

  test("of one client and one tool, with the turns of whole conversations", async () => {
    const at = (second: string) => `2026-11-20T10:00:${second}Z`;
    const session = { id: "00000001", tokens: 100 };
    const other = { session: { id: "00000002", tokens: 100 }, client: { name: "codex", version: "1" } };
    const entries = [
      anEntry(at("10"), { session, milliseconds: 100 }),
      anEntry(at("20"), { session, operation: "search_text", milliseconds: 100 }),
      anEntry(at("30"), { ...other, milliseconds: 100 }),
    ];
    const one = await reportOf(entries, { client: "claude-code", tool: "search_codebase" });
    expect(one.totals).toMatchObject({ searches: 1, sessions: 1, resident_tokens: 1_000 + 100 });
    expect(one.clients.map(({ client }) => client)).toEqual(["claude-code"]);
    expect((await reportOf(entries, { client: "codex" })).totals).toMatchObject({ searches: 1 });
    expect((await reportOf(entries, { tool: "absent" })).totals).toMatchObject({ searches: 0, net_saved_tokens: 0 });
  });

  test("answers without source save nothing, but are counted", async () => {
    const { totals } = await reportOf([
      anEntry("2026-11-20T10:00:00Z", { hits: 0 }, { contextTokens: 0, hitFilesTokens: 0 }),
      anEntry("2026-11-20T11:00:00Z", { hits: 5 }, { contextTokens: 0, hitFilesTokens: 9_000 }),
    ]);
    expect(totals).toMatchObject({ searches: 2, answers_counted: 0, answers_doubtful: 1, alternative_tokens: 0 });
  });

  test("what is no search costs its tokens, is no search, and has no row in a table", async () => {
    const error = { isSearch: false, operation: "edit_plan", envelopeTokens: 30, hits: 0 };
    const nothing = { totalTokens: 0, contextTokens: 0, hitFilesTokens: 0 };
    const other = anEntry("2026-11-20T10:00:00Z", error, nothing);
    const report = await reportOf([other, anEntry("2026-11-20T10:01:00Z")]);
    expect(report.totals).toMatchObject({ searches: 1, other_answers_tokens: 30, milliseconds_median: 12.3 });
    expect(report.tools.map(({ tool, searches }) => [tool, searches])).toEqual([
      ["search_codebase", 1],
      ["edit_plan", 0],
    ]);
    expect(renderReportTable(report)).not.toContain("edit_plan");
    expect(renderReportTable(await reportOf([other]), { client: "co\ndex", tool: "search_text" })).toBe(
      "no answers recorded for client co\\u000adex by tool search_text from 2026-11-20 to 2026-11-20\n",
    );
  });

  test("what was saved to disk was sent to nobody", async () => {
    const { totals } = await reportOf([anEntry("2026-11-20T10:00:00Z", { operation: "save_search_results" })]);
    expect(totals).toMatchObject({ searches: 1, answers_counted: 0, sent_tokens: 0, other_answers_tokens: 0 });
  });

  test("an answer that carried more than the files it came from counts against us", async () => {
    const { totals } = await reportOf([
      anEntry("2026-11-20T10:00:00Z", {}, { contextTokens: 1_200, hitFilesTokens: 1_000 }),
    ]);
    expect(totals).toMatchObject({ saved_of_alternative_tokens: -200, saved_of_alternative_percent: 0 });
  });

  test.each([
    ["find_references", 1],
    ["analyze_impact", 1],
    ["search_text", 1],
    ["get_saved_result", 0],
    ["health", 0],
    ["generate_index", 0],
    ["list_languages", 0],
    ["index_status", 0],
    ["validate_syntax", 0],
  ])("%s stands for no reading and saves nothing, and is %d searches", async (operation, searches) => {
    const { totals, tools } = await reportOf([anEntry("2026-11-20T10:00:00Z", { operation })]);
    expect(totals).toMatchObject({ searches, answers_counted: 0, alternative_tokens: 0, other_answers_tokens: 1_000 });
    expect(tools).toMatchObject([{ tool: operation, searches }]);
  });

  test("the tool list and the instructions are paid once a session, and not on the command line", async () => {
    const at = "2026-11-20T10:00:00Z";
    const cli = { client: { name: "context-broker", version: "1" } };
    const sessions = ["00000001", "00000001", "00000002"].map((session) => ({ ...anEntry(at), session }));
    const { totals } = await reportOf([...sessions, anEntry(at, cli)]);
    expect(totals).toMatchObject({
      sessions: 2,
      session_tokens: 7_200,
      saved_of_alternative_tokens: 28_000,
      net_saved_tokens: 20_800,
    });
  });

  test("answers that stand for no reading are paid too, and not on the command line", async () => {
    const at = "2026-11-20T10:00:00Z";
    const session = { id: "00000001", tokens: 3_600 };
    const list = anEntry(at, { session, operation: "search_text" }, { contextTokens: 700 });
    const cli = anEntry(at, { operation: "search_text", client: { name: "context-broker", version: "1" } });
    const saved = anEntry(at, { session, operation: "save_search_results" });
    const { totals } = await reportOf([anEntry(at, { session }), list, cli, saved]);
    expect(totals).toMatchObject({ other_answers_tokens: 700, net_saved_tokens: 7_000 - 700 - 3_600 });
  });

  describe("what stays in the context is sent again with each later turn", () => {
    const answer = (time: string, changes: Partial<SearchRecord> = {}, contextTokens = 1_000) =>
      anEntry(
        `2026-11-20T10:00:${time}Z`,
        { session: { id: "00000001", tokens: 3_600 }, firstFilesTokens: 8_000, milliseconds: 100, ...changes },
        { contextTokens },
      );
    const other = (time: string) => answer(time, { operation: "search_text", firstFilesTokens: undefined }, 300);
    const sumsOf = async (entries: readonly JournalEntry[]) => {
      const { totals } = await reportOf(entries);
      return [totals.resident_tokens, totals.resident_alternative_tokens];
    };

    test("the tool list and the answers, beside the files that they stood for", async () => {
      // The list and the first answer twice, the second answer once, the third not yet.
      const turns = [answer("01.000"), other("02.000"), answer("03.000")];
      expect(await sumsOf(turns)).toEqual([2 * 3_600 + 2 * 1_000 + 300, 2 * 8_000]);
    });

    test("not what was asked in one turn: those calls overlap", async () => {
      expect(await sumsOf([answer("01.000"), answer("01.040", { milliseconds: 140 })])).toEqual([0, 0]);
      expect(await sumsOf([answer("01.000"), answer("01.100")])).toEqual([4_600, 8_000]);
    });

    test("not in another conversation, nor without one", async () => {
      const second = answer("02.000", { session: { id: "00000002", tokens: 3_600 } });
      expect(await sumsOf([answer("01.000"), second])).toEqual([0, 0]);
      const old = ["01.000", "02.000"].map((time) => answer(time, { session: undefined }));
      expect(await sumsOf(old)).toEqual([0, 0]);
    });

    test("by later calls of other tools, in the row of the tool that answered", async () => {
      const { tools } = await reportOf([answer("01.000"), other("02.000"), other("03.000")]);
      expect(tools).toMatchObject([
        { tool: "search_text", resident_tokens: 2 * 3_600 + 300 },
        { tool: "search_codebase", resident_tokens: 2 * 3_600 + 2 * 1_000, resident_alternative_tokens: 2 * 8_000 },
      ]);
    });

    test("which the table says, if there were later turns", async () => {
      const words =
        "at least 4,600 tokens more for these answers and tool lists, 8,000 for the files and grep output instead";
      expect(renderReportTable(await reportOf([answer("01.000"), answer("02.000")]))).toContain(words);
      expect(renderReportTable(await reportOf([answer("01.000")]))).not.toContain(
        "A model reads its conversation again",
      );
    });
  });

  test("a file that was read once in a conversation is not read again", async () => {
    const at = "2026-11-20T10:00:00Z";
    const session = { id: "00000001", tokens: 3_600 };
    const [first, again] = [
      anEntry(at, { session, firstFilesTokens: 8_000 }),
      anEntry(at, { session, firstFilesTokens: 500 }),
    ];
    const { totals } = await reportOf([first, again]);
    expect(totals).toMatchObject({ alternative_tokens: 8_500, net_saved_tokens: 8_500 - 2_000 - 3_600 });
  });

  test("what a session's own tools and instructions cost is paid, where its lines say so", async () => {
    const at = "2026-11-20T10:00:00Z";
    const sessions = [
      anEntry(at, { session: { id: "00000001", tokens: 5_426 } }),
      anEntry(at, { session: { id: "00000001", tokens: 5_426 } }),
      anEntry(at, { session: { id: "00000002", tokens: 1_500 } }),
      { ...anEntry(at), session: "00000003" },
    ];
    const { totals } = await reportOf(sessions);
    expect(totals).toMatchObject({ sessions: 3, session_tokens: 5_426 + 1_500 + 3_600 });
  });

  test.each([
    [[], 0],
    [[7], 7],
    [[1, 100], 50.5],
    [[100, 1, 3], 3],
  ])("the median of %j is %d", async (times, median) => {
    const { totals } = await reportOf(times.map((milliseconds) => anEntry("2026-11-20T10:00:00Z", { milliseconds })));
    expect(totals.milliseconds_median).toBe(median);
  });

  test("days, projects and clients each sum to the totals", async () => {
    const entry = fc.record({
      time: fc.date({ min: new Date("2026-10-01"), max: new Date("2026-11-21"), noInvalidDate: true }),
      client: fc.constantFrom("a", "b", ""),
      root: fc.constantFrom("/x/shop", "/y/shop", "/z"),
      contextTokens: fc.nat(5_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 40 }), async (searches) => {
        const report = await reportOf(
          searches.map(({ time, client, root, contextTokens }) =>
            anEntry(
              time.toISOString(),
              { client: { name: client, version: "1" }, project: { root, name: "shop" } },
              { contextTokens },
            ),
          ),
        );
        for (const rows of [report.days, report.projects, report.clients, report.tools]) {
          for (const field of ["searches", "answers_counted", "sent_tokens", "alternative_tokens"] as const) {
            expect(rows.reduce((sum, row) => sum + row[field], 0)).toBe(report.totals[field]);
          }
        }
        expect(misfits("report", JSON.parse(JSON.stringify(report)))).toBe("");
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});

describe("the period", () => {
  const entries = ["2026-10-01T00:00:00Z", "2026-11-15T00:00:00Z", "2026-11-21T22:00:00Z"].map((time) => anEntry(time));

  test("is everything, from the first day to the last", async () => {
    expect(await reportOf(entries)).toMatchObject({ from: "2026-10-01", to: "2026-11-21", totals: { searches: 3 } });
  });

  test("is so many days up to now's", async () => {
    const report = await reportOf(entries, { days: 7 });
    expect(report).toMatchObject({ from: "2026-11-15", to: "2026-11-21", totals: { searches: 2 } });
    expect((await reportOf(entries, { days: 6 })).totals.searches).toBe(1);
  });

  test("has the days of its time zone", async () => {
    const report = await reportOf(entries, { timeZone: "Pacific/Auckland" });
    expect(report.days.map((row) => row.day)).toEqual(["2026-10-01", "2026-11-15", "2026-11-22"]);
    expect(report.time_zone).toBe("Pacific/Auckland");
  });

  test("has its days in order, though a clock was set back", async () => {
    const report = await reportOf(entries.toReversed());
    expect(report.days.map((row) => row.day)).toEqual(["2026-10-01", "2026-11-15", "2026-11-21"]);
  });

  test("may be empty", async () => {
    expect(await reportOf([])).toMatchObject({ from: null, to: null, days: [], encodings: [] });
    expect(misfits("report", await reportOf([]))).toBe("");
  });

  test.each([
    ["2026-02-28", 1, "2026-03-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-03-29", 1, "2026-03-30"],
  ])("%s and %d days is %s", (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });
});

describe("the table", () => {
  test("reads well", async () => {
    const message = "journal 2026-11.jsonl: 1 line is not counted: incomplete, invalid or of a newer version";
    const report = await reportOf(fiveWeeks().slice(0, 60), {}, [{ code: "JOURNAL_UNREADABLE", message }]);
    expectGolden("statistics/report.txt", renderReportTable(report));
  });

  test("says so when there is nothing", async () => {
    expect(renderReportTable(await reportOf([]))).toBe("no answers recorded\n");
    expect(renderReportTable(await reportOf([], { days: 7 }))).toBe(
      "no answers recorded from 2026-11-15 to 2026-11-21\n",
    );
  });

  test("stays in its columns and prints no control character, whatever names are called", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (name) => {
        const entry = anEntry("2026-11-20T10:00:00Z", { client: { name, version: "" }, project: { root: "/x", name } });
        const text = renderReportTable(await reportOf([entry]));
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(text.split("\n")).toHaveLength(
          renderReportTable(await reportOf([anEntry("2026-11-20T10:00:00Z")])).split("\n").length,
        );
      }),
      { examples: [["\u001b[2J\u001b]0;owned\u0007"], ["a\nb"], ["\u202egnp"]] },
    );
  });
});
