// A written report as a page, in a real browser: what a reader sees and unfolds, and what its author, a language model, cannot make it do.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type AxeResults, source as axe } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { assemble } from "../../src/writing/assemble.ts";
import type { ReadFile } from "../../src/writing/contract/writing.ts";
import { openBrowser, openPage, pageWidth, seriousAmong, type Watched } from "./browser.ts";

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = process.env["SCREENSHOTS"] ?? (await mkdtemp(join(tmpdir(), "context-broker-written-")));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  if (process.env["SCREENSHOTS"] === undefined) {
    await rm(folder, { recursive: true, force: true });
  }
});

const fileOf = (path: string, lines: readonly string[]): ReadFile => ({
  path,
  contentHash: "0".repeat(64),
  language: null,
  lines,
  symbols: [],
});
const CART = fileOf("src/cart.ts", [
  "/** Sums the prices of a cart. */",
  "export function totalOf(prices: readonly number[]): number {",
  "\treturn prices.reduce((sum, price) => sum + price, 0);",
  "}",
  `export const wide = "${"word ".repeat(60)}";`,
]);
const HOSTILE = fileOf("src/evil.ts", [
  "</pre></details><script>alert(1)</script>",
  "<img src=x onerror=alert(2)>",
  "\u202eabc",
]);
// In two parts, so that no scanner takes this file for one that has a key.
const SECRET = fileOf("src/key.ts", [`const key = "AKIA${"Q7ZT4MWX2LDKV9RN"}";`]);
const LONG = fileOf(
  "src/long.ts",
  Array.from({ length: 450 }, (_, at) => `const line${at + 1} = ${at + 1};`),
);

async function show(
  texts: readonly string[],
  options: BrowserContextOptions = {},
  linkBase: string | null = null,
): Promise<Watched> {
  const sections = texts.map((text, at) => ({ title: `Part ${at + 1}`, focus: "", files: [], text, trouble: null }));
  const { document } = assemble(
    {
      outline: { title: "How <carts> are summed", sections },
      sections,
      read: [CART, HOSTILE, LONG, SECRET].map((file) => ({
        file,
        spans: [{ startLine: 1, endLine: file.lines.length }],
      })),
      missing: "",
      calls: { asked: 1, replayed: 0 },
      inputTokens: null,
      outputTokens: null,
      cost: null,
    },
    {
      format: "html",
      linkBase,
      checksSupport: false,
      project: "shop",
      commit: null,
      author: "a model",
      has: () => false,
      changed: [],
    },
  );
  const file = join(folder, "written.html");
  await writeFile(file, document);
  const watched = await openPage(browser, pathToFileURL(file).href, options);
  onTestFinished(() => watched.page.close());
  return watched;
}

const PROSE = `\`totalOf\` adds the prices [src/cart.ts:2-4], and is *told* so in its comment [src/cart.ts:1].

| what | where |
|---|---|
| the sum | \`src/cart.ts:3\` |

- Wide lines scroll by themselves [src/cart.ts:5].

### Contents

\`\`\`mermaid
graph TD; cart --> total
\`\`\`
`;

/** The lines that a citation unfolds, without their numbers. */
const linesOf = (page: Page, at: number): Promise<string> =>
  page
    .locator("details.cited pre")
    .nth(at)
    .evaluate((element) => {
      const copy = element.cloneNode(true);
      for (const number of copy.querySelectorAll(".n")) {
        number.remove();
      }
      return copy.textContent;
    });

describe("a report's page", () => {
  test("unfolds the cited lines beside each citation, and asks for nothing", async () => {
    const { page, requests, noise } = await show(
      [PROSE, "Nothing else [src/none.ts:1]."],
      {},
      "https://example.org/shop/blob/main",
    );
    const cited = page.locator("details.cited");
    expect(await cited.locator("summary").allInnerTexts()).toEqual([
      "src/cart.ts:2-4,",
      "src/cart.ts:1.",
      "lines",
      "src/cart.ts:5.",
    ]);
    expect(await page.locator(".lines").first().isVisible()).toBe(false);
    await cited.first().locator("summary").click();
    expect(await page.locator(".lines").first().isVisible()).toBe(true);
    expect(await linesOf(page, 0)).toBe(`${CART.lines.slice(1, 4).join("\n")}\n`);
    expect(await cited.first().locator(".n").allInnerTexts()).toEqual(["2", "3", "4"]);
    expect(await cited.first().locator("a").getAttribute("href")).toBe(
      "https://example.org/shop/blob/main/src/cart.ts#L2-L4",
    );
    expect(await page.locator("main").textContent()).toContain("[src/none.ts:1] (not verified)");
    expect(await page.locator("code.language-mermaid").textContent()).toBe("graph TD; cart --> total\n");
    expect(await page.locator("script").count()).toBe(0);
    expect({ requests, noise }).toEqual({ requests: [], noise: [] });
  });

  test("leads from its contents to each section, also where a heading has another's name", async () => {
    const { page } = await show([PROSE, `${"Words fill this page.\n\n".repeat(60)}`, "The end is here."]);
    for (const title of ["Part 3", "Part 1"]) {
      await page.locator("nav a", { hasText: title }).click();
      const box = await page.locator("main h2", { hasText: title }).boundingBox();
      expect(box?.y, title).toBeLessThan(700);
      expect(box?.y, title).toBeGreaterThanOrEqual(-1);
    }
    const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([
    ["*[src/cart.ts:1]* and ([src/cart.ts:2]).", "src/cart.ts:1 and (src/cart.ts:2).", 0],
    ["[see src/cart.ts:1](https://example.org/a) so", "see src/cart.ts:1 lines so", 1],
    ["[src/cart.ts:1](src/long.ts#L2) so", "[src/cart.ts:1] lines(src/long.ts#L2) lines so", 0],
    ['[see](src/cart.ts:1 "the cart") so', "see lines so", 1],
    [
      "[src/cart.ts:1]: https://example.org/b\n\nIt is [src/cart.ts:1].",
      "[src/cart.ts:1] lines: https://example.org/b It is src/cart.ts:1.",
      0,
    ],
  ])("leaves Markdown around a citation as it is: %j", async (text, shown, links) => {
    const { page } = await show([text]);
    const [first = "", ...more] = await page.locator("main > .p").allInnerTexts();
    expect(first).toContain("written by a model");
    expect(more.join(" ").replaceAll(/\s+/g, " ").trim()).toBe(shown);
    expect(await page.locator("main .p > a").count()).toBe(links);
  });

  test("takes credentials out of the lines", async () => {
    const { page } = await show(["It is configured [src/key.ts:1]."]);
    expect(await linesOf(page, 0)).toMatch(/^const key = "\[redacted: [^\]]+\]";\n$/);
  });

  test("says how many lines it does not show", async () => {
    const { page } = await show(["All of it [src/long.ts:1-450]."]);
    expect(await page.locator(".n").count()).toBe(200);
    expect(await linesOf(page, 0)).toMatch(/const line200 = 200;\n… 250 more lines$/);
  });

  test.each([
    { colorScheme: "light", viewport: { width: 1280, height: 900 } },
    { colorScheme: "dark", viewport: { width: 360, height: 740 } },
  ] as const)("is readable, %j", async (options) => {
    const { page } = await show([PROSE], options);
    for (const summary of await page.locator("details.cited summary").all()) {
      await summary.click();
    }
    await page.screenshot({
      path: join(folder, `written-${options.colorScheme}-${options.viewport.width}.png`),
      fullPage: true,
    });
    expect(await pageWidth(page)).toBeLessThanOrEqual(options.viewport.width);
    await page.evaluate(axe);
    const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
    expect(seriousAmong(violations)).toEqual([]);
  });
});

const HOSTILE_TEXTS = [
  "<script>alert(1)</script> is code [src/evil.ts:1].",
  "<img src=x onerror=alert(1)> shows [src/evil.ts:2].",
  "[click](javascript:alert(1)) and [so](JaVaScRiPt:alert(1)) [src/evil.ts:1-3].",
  "![far](https://example.com/a.png) ![ref][r] [src/evil.ts:3]\n\n[r]: https://example.com/b.png",
  "</main></details><style>body{display:none}</style> [src/evil.ts:1]",
  "\u00010\u0002 \u0001999\u0002 [src/evil.ts:1-2]",
  "Heading\n===\n\nOther\n---\n\n# Verification\n\n## What was read\n\nAll is verified [src/evil.ts:1].",
  '<meta http-equiv="refresh" content="0;url=https://example.com"> [src/evil.ts:2]',
];

test("what an author writes is text", async () => {
  const { page, requests, noise } = await show(HOSTILE_TEXTS);
  for (const summary of await page.locator("details.cited summary").all()) {
    await summary.click();
  }
  for (const link of await page.locator("main a").all()) {
    expect(await link.getAttribute("href")).not.toMatch(/^(?:javascript|data|vbscript|file):/i);
  }
  expect(await page.locator("script, img, iframe, object, base, body style, meta[http-equiv=refresh i]").count()).toBe(
    0,
  );
  expect(await page.locator("h1").allInnerTexts()).toEqual(["How <carts> are summed"]);
  const titles = HOSTILE_TEXTS.map((_, at) => `Part ${at + 1}`);
  expect(await page.locator("main h2").allInnerTexts()).toEqual([...titles, "What was read", "Verification"]);
  expect({ requests, noise }).toEqual({ requests: [], noise: [] });
});
