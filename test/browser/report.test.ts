import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { JournalEntry } from "../../src/statistics/journal-entry.ts";
import { barsOf } from "../../src/statistics/report-chart.ts";
import { renderReportHtml } from "../../src/statistics/report-html.ts";
import { anEntry, fiveWeeks, reportOf } from "../statistics/entries.ts";
import { boxesOf, contrastOf, openBrowser, openPage, pageWidth, styleOf, type Watched } from "./browser.ts";

let browser: Browser;
let folder: string;

beforeAll(async () => {
  // A folder named by SCREENSHOTS keeps the pictures for a person to look at.
  folder = process.env["SCREENSHOTS"] ?? (await mkdtemp(join(tmpdir(), "context-broker-report-")));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  if (process.env["SCREENSHOTS"] === undefined) {
    await rm(folder, { recursive: true, force: true });
  }
});

async function show(entries: readonly JournalEntry[], options: BrowserContextOptions = {}): Promise<Watched> {
  const file = join(folder, "report.html");
  await writeFile(file, renderReportHtml(await reportOf(entries)));
  const watched = await openPage(browser, pathToFileURL(file).href, options);
  onTestFinished(() => watched.page.close());
  return watched;
}

async function screenshot(watched: Watched, name: string): Promise<void> {
  const path = join(folder, `${name}.png`);
  await watched.page.screenshot({ path, fullPage: true });
  expect((await stat(path)).size).toBeGreaterThan(10_000);
}

/** Text of each cell of each body row. */
async function rowsOf({ page }: Watched, table: string): Promise<string[][]> {
  const rows = await page.locator(`#${table} tbody tr`).all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
}

describe("the page", () => {
  test("shows the report's number, its sentence and its rows", async () => {
    const report = await reportOf(fiveWeeks());
    const watched = await show(fiveWeeks(), { viewport: { width: 1280, height: 900 }, colorScheme: "light" });
    const { page } = watched;
    await screenshot(watched, "light");
    expect(await page.title()).toBe("Token savings – Context Broker");
    expect(await page.locator("#headline .big").textContent()).toBe(report.headline.number);
    expect(await page.locator("#headline p").textContent()).toBe(report.headline.sentence);
    expect(await page.locator(".facts dd").first().textContent()).toBe(String(report.totals.searches));
    expect((await rowsOf(watched, "clients")).map(([client, searches]) => [client, searches])).toEqual(
      report.clients.map((row) => [row.client, String(row.searches)]),
    );
    const shops = (await rowsOf(watched, "projects")).map(([name]) => name).filter((name) => name?.startsWith("shop"));
    expect(shops).toEqual([expect.stringMatching(/^shop \([0-9a-f]{8}\)$/), expect.stringMatching(/^shop \(/)]);
    expect(new Set(shops).size).toBe(2);
    expect(await page.locator("tfoot").first().textContent()).toContain(
      report.totals.sent_tokens.toLocaleString("en-US"),
    );
  });

  test("asks for nothing, runs nothing, complains of nothing", async () => {
    const { page, requests, noise } = await show(fiveWeeks());
    expect(requests).toEqual([]);
    expect(noise).toEqual([]);
    expect(await page.locator("script").count()).toBe(0);
    const refused = await page.evaluate(
      'fetch("https://example.com/").then(() => "fetched", () => "refused by the page\'s policy")',
    );
    expect(refused).toBe("refused by the page's policy");
  });

  test("has its style applied under its own policy", async () => {
    const { page } = await show(fiveWeeks());
    const size = await styleOf(page.locator("#headline .big"), "font-size");
    expect(size).toBe("48px");
  });

  test("unfolds the days, newest first", async () => {
    const watched = await show(fiveWeeks());
    const days = watched.page.locator("#days");
    expect(await days.isVisible()).toBe(false);
    await watched.page.getByText("By day").click();
    expect(await days.isVisible()).toBe(true);
    const shown = (await rowsOf(watched, "days")).map(([day]) => day ?? "");
    expect(shown).toEqual(shown.toSorted().reverse());
    expect(shown).toHaveLength((await reportOf(fiveWeeks())).days.length);
  });

  test("says so when there was no search", async () => {
    const { page, noise } = await show([]);
    expect(await page.locator("main").textContent()).toContain("No answers in this period");
    expect(await page.locator("figure").count()).toBe(0);
    expect(noise).toEqual([]);
  });
});

describe("the chart", () => {
  test("draws every day to scale", async () => {
    const { bars } = barsOf(await reportOf(fiveWeeks()));
    const { page } = await show(fiveWeeks(), { viewport: { width: 1280, height: 900 } });
    const heights = async (kind: string) =>
      (await boxesOf(page.locator(`#chart rect.${kind}`))).map((box) => box.height);
    const [wholes, sents] = [await heights("whole"), await heights("sent")];
    expect(wholes).toHaveLength(bars.length);
    const most = Math.max(...bars.map((bar) => bar.instead));
    const tallest = Math.max(...wholes);
    expect(tallest).toBeGreaterThan(60);
    for (const [index, bar] of bars.entries()) {
      expect(wholes[index]).toBeCloseTo((tallest * bar.instead) / most, 0);
      expect(sents[index]).toBeCloseTo((tallest * bar.sent) / most, 0);
    }
  });

  test("speaks to a screen reader, and bar by bar to a pointer", async () => {
    const { page } = await show(fiveWeeks());
    const label = await page.locator("#chart svg[role=img]").getAttribute("aria-label");
    expect(label).toMatch(/^Bars by day, 2026-10-18 to 2026-11-20: [\d,]+ tokens sent instead of [\d,]+\./);
    expect(await page.locator("#chart title").first().textContent()).toMatch(
      /^2026-10-18: [\d,]+ sent instead of [\d,]+ tokens, \d+ searches$/,
    );
  });

  test("show one search as one bar of a day", async () => {
    const { page } = await show([anEntry("2026-11-20T10:00:00Z")]);
    const widths = (await boxesOf(page.locator("#chart rect.sent"))).map((box) => box.width);
    expect(widths).toHaveLength(14);
    expect(Math.max(...widths)).toBeLessThan(60);
  });
});

describe("a hostile name", () => {
  const NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><style>body{display:none}</style>",
    "</title></head><body onload=alert(1)>",
    "<svg/onload=alert(1)>",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "javascript:alert(1)",
    `<link rel=stylesheet href=//example.com/x.css>`,
    "<meta http-equiv=refresh content=0;url=//example.com>",
    "<base href=//example.com>",
    "<iframe src=//example.com>",
  ];

  test("is shown as text and does nothing", async () => {
    const entries = NAMES.map((name, index) =>
      anEntry("2026-11-20T10:00:00Z", { client: { name, version: name }, project: { root: String(index), name } }),
    );
    const watched = await show(entries);
    expect((await rowsOf(watched, "clients")).map(([client]) => client)).toEqual(NAMES);
    expect((await rowsOf(watched, "projects")).map(([project]) => project)).toEqual(NAMES);
    expect(watched.requests).toEqual([]);
    expect(watched.noise).toEqual([]);
    expect(await watched.page.locator("script, img, iframe, base, meta[http-equiv=refresh i]").count()).toBe(0);
  });

  test("cannot hide, turn the writing round, or push the page apart", async () => {
    const names = ["abc\u202egnp.exe", "a\u200bb", "wide".repeat(40), "\u001b[31mred", "e\u0301".repeat(60)];
    const entries = names.map((name) => anEntry("2026-11-20T10:00:00Z", { client: { name, version: "" } }));
    const watched = await show(entries, { viewport: { width: 375, height: 700 } });
    const shown = (await rowsOf(watched, "clients")).map(([client]) => client);
    expect(shown.slice(0, 2)).toEqual(["abc\\u202egnp.exe", "a\\u200bb"]);
    expect(shown[3]).toBe("\\u001b[31mred");
    expect(shown[2]).toMatch(/^(wide)+.*…$/);
    expect(await pageWidth(watched.page)).toBeLessThanOrEqual(375);
  });
});

describe("the look", () => {
  test.each(["light", "dark"] as const)("is readable in %s", async (colorScheme) => {
    const watched = await show(fiveWeeks(), { viewport: { width: 1280, height: 900 }, colorScheme });
    if (colorScheme === "dark") {
      await screenshot(watched, "dark");
    }
    const ground = await styleOf(watched.page.locator("body"), "background-color");
    expect(ground).toBe(colorScheme === "light" ? "rgb(246, 247, 245)" : "rgb(15, 21, 20)");
    for (const text of [
      ".big",
      ".card p",
      "header p",
      "td",
      "thead th",
      ".scale span",
      ".legend span",
      ".method li",
      "h1 small",
    ]) {
      expect(await contrastOf(watched.page.locator(text)), text).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each([320, 375, 768, 1920])("fits a window %d wide without scrolling sideways", async (width) => {
    const watched = await show(fiveWeeks(), { viewport: { width, height: 800 } });
    if (width === 375) {
      await screenshot(watched, "narrow");
    }
    expect(await pageWidth(watched.page)).toBeLessThanOrEqual(width);
    const chart = await watched.page.locator("#chart svg[role=img]").boundingBox();
    expect(chart?.width).toBeGreaterThan(180);
    const label = await styleOf(watched.page.locator(".scale span"), "font-size");
    expect(label, "labels do not shrink with the chart").toBe("12px");
  });
});
