// The page of `ui` in a real browser, served by the real program on a real project: each view, the keyboard, both colour schemes, a
// narrow window, and what axe says of it.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser, openPage, pageWidth, seriousAmong, type Watched } from "./browser.ts";
import { CALLS, HOSTILE, MODULES, type ServedUi, serveUi } from "./ui-project.ts";

let browser: Browser;
let ui: ServedUi;
let root: string;
let link: string;
let pictures: string;

beforeAll(async () => {
  ui = await serveUi();
  ({ root, link } = ui);
  pictures = process.env["SCREENSHOTS"] ?? join(ui.folder, "pictures");
  await mkdir(pictures, { recursive: true });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await ui.close();
});

async function open(options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await openPage(browser, link, { viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => watched.page.close());
  return watched;
}

/** Opens a view by its key, from wherever the keyboard is. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.keyboard.press(key);
}

async function searchFor(page: Page, query: string): Promise<void> {
  await page.locator("#query").fill(query);
  await page.locator("#results[aria-busy=false] .hit").first().waitFor();
}

async function seriousOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return seriousAmong(((await page.evaluate("axe.run()")) as axe.AxeResults).violations);
}

const VIEWS = ["search", "saved", "index", "savings", "map", "calls"];

/** Each view with its content there. */
async function show(page: Page, view: string): Promise<void> {
  await press(page, String(VIEWS.indexOf(view) + 1));
  if (view === "search") {
    await searchFor(page, "session");
  } else if (view === "saved") {
    await page.locator(".row").click();
    await page.locator(".shown summary").first().waitFor();
  } else if (view === "index") {
    await page.locator("progress").first().waitFor();
    for (const summary of await page.locator("summary").all()) {
      await summary.click();
    }
  } else if (view === "savings") {
    await page.locator(".table").first().waitFor();
  } else if (view === "calls") {
    await page.locator(".row").first().click();
  } else {
    await page.locator("#impact-file").fill("src/orders/totals.ts");
    await page.keyboard.press("Enter");
    await page.locator(".step, .problem").first().waitFor();
    await page.locator(".bars").waitFor();
  }
}

describe("the page", () => {
  test("takes the token out of the address, asks nobody else, and writes nothing to the console", async () => {
    const { page, requests, noise } = await open();
    await searchFor(page, "session");
    const origin = new URL(link).origin;
    expect(page.url()).toBe(`${origin}/#search`);
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(noise).toEqual([]);
  });

  test("finds as you type, marks the words, and tells what a score is made of", async () => {
    const { page } = await open();
    await searchFor(page, "renew a session");
    expect(await page.locator(".anchor").first().textContent()).toMatch(/^src\/.+:\d+-\d+$/);
    expect((await page.locator("mark").first().textContent())?.toLowerCase()).toMatch(/^(?:renew|session)$/);
    await page.locator(".signals summary").first().click();
    expect(await page.locator(".signals li").allInnerTexts()).toContainEqual(expect.stringMatching(/words .+ \d+ %/));
  });

  test("tells what each score is made of, however long the hits are", async () => {
    const { page } = await open();
    await searchFor(page, "count the stock of a shelf");
    const hits = await page.locator(".hit").count();
    expect(hits).toBeGreaterThan(8);
    expect(await page.locator(".hit .signals").count()).toBe(hits);
  });

  test("offers only kinds that can be asked for", async () => {
    const { page } = await open();
    for (const kind of await page.locator("#kind option").allInnerTexts()) {
      await page.locator("#kind").selectOption({ label: kind });
      const answered = page.waitForResponse(/search_codebase/);
      await page.locator("#query").fill(`stock ${kind}`);
      expect([kind, ((await (await answered).json()) as { error?: unknown }).error]).toEqual([kind, undefined]);
    }
  });

  test("has tabs that the keyboard leads through, each with an address of its own", async () => {
    const { page } = await open();
    const tab = page.getByRole("tab", { selected: true });
    const opened = async () => [await tab.textContent(), new URL(page.url()).hash];
    await page.keyboard.press("Escape");
    await page.locator("#tab-search").focus();
    const steps: [string, string, string][] = [
      ["ArrowLeft", "Calls", "#calls"],
      ["ArrowRight", "Search", "#search"],
      ["ArrowRight", "Saved", "#saved"],
      ["End", "Calls", "#calls"],
      ["Home", "Search", "#search"],
    ];
    for (const [key, title, hash] of steps) {
      await page.keyboard.press(key);
      expect([key, ...(await opened())]).toEqual([key, title, hash]);
      expect(await tab.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
      expect(await page.getByRole("tabpanel").getAttribute("aria-labelledby")).toBe(await tab.getAttribute("id"));
    }
    expect(await page.locator("[role=tab][tabindex='0']").count()).toBe(1);
    await page.goBack();
    expect(await opened()).toEqual(["Calls", "#calls"]);
    await page.evaluate("location.hash = '#index'");
    await page.locator("progress").first().waitFor();
    await page.reload();
    expect(await opened()).toEqual(["Index", "#index"]);
  });

  test("lists what assistants asked, a page at a time, and what they were answered", async () => {
    const { page, noise } = await open();
    await press(page, "6");
    const summary = page.locator(".view > p").first();
    const shown = () => page.locator("#call-list .row").count();
    // One is about another project.
    await expect.poll(() => summary.textContent()).toBe(`${CALLS - 1} calls, 1 to 20 shown, newest first.`);
    expect(await page.locator("#call-tool option").allInnerTexts()).toEqual([
      "all",
      `search_codebase (${CALLS - 1 - 9})`,
      "search_text (9)",
    ]);
    const newest = page.locator("#call-list li").first();
    await newest.locator(".row").click();
    expect(await newest.textContent()).toContain("5 places; 1,001 tokens; 1 ms; weak");
    expect(await newest.locator("dd").allInnerTexts()).toEqual([HOSTILE, "1"]);
    expect(await newest.locator(".shown").textContent()).toContain(`weak: ${HOSTILE} [U+202E]`);
    expect(await newest.locator(".shown").textContent()).toContain("and 3 more");
    expect(await newest.locator(".places a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual([
      `vscode://file${ui.root}/src/orders/totals.ts:3`,
      `vscode://file${ui.root}/src/${encodeURIComponent(HOSTILE)}:1`,
    ]);
    expect(await page.locator("main img").count()).toBe(0);
    await page.getByRole("button", { name: "Older →" }).click();
    await expect.poll(() => summary.textContent()).toBe(`${CALLS - 1} calls, 21 to ${CALLS - 1} shown, newest first.`);
    await page.locator("#call-tool").selectOption("search_text");
    await expect.poll(() => summary.textContent()).toBe("9 calls, newest first.");
    expect(await shown()).toBe(9);
    await page.locator("#call-text").fill("question 27");
    await expect.poll(() => summary.textContent()).toBe("1 call, newest first.");
    await page.locator("#call-text").fill("");
    await page.locator("#call-tool").selectOption("");
    await page.locator("#call-all").check();
    await expect.poll(() => summary.textContent()).toBe(`${CALLS} calls, 1 to 20 shown, newest first.`);
    expect(noise).toEqual([]);
  });

  test("tells saved results apart, and deletes one only after a question", async () => {
    ui.run("save", "stock of a shelf", "--name", "passing", "--storage-mode", "in-project");
    const { page } = await open();
    await press(page, "2");
    const item = page.locator(".list > li", { hasText: "passing" });
    const badges = item.locator(".badge");
    await expect.poll(() => badges.allInnerTexts()).toEqual(["search", "in the project's folder", "now", "unchanged"]);
    await item.getByRole("button", { name: "Delete passing" }).click();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Keep it");
    await page.keyboard.press("Enter");
    expect(ui.run("saved", "list")).toContain("passing");
    await item.getByRole("button", { name: "Delete passing" }).click();
    await item.getByRole("button", { name: "Delete for good" }).click();
    await item.waitFor({ state: "detached" });
    expect(ui.run("saved", "list")).not.toContain("passing");
  });

  test("opens a place in the editor that the user names", async () => {
    const { page } = await open();
    await searchFor(page, "renew a session");
    const anchor = (await page.locator(".anchor").first().textContent()) ?? "";
    const [, path, line] = /^(.+):(\d+)-\d+$/.exec(anchor) ?? [];
    expect(await page.locator(".hit a").first().getAttribute("href")).toBe(`vscode://file${root}/${path}:${line}`);
  });

  test("indexes again at a button", async () => {
    const { page } = await open();
    await writeFile(join(root, "src", "again.ts"), "export const again = 1;\n");
    await press(page, "3");
    await page.getByRole("button", { name: "Index now" }).click();
    await expect
      .poll(() => page.locator(".acting").textContent(), { timeout: 15_000 })
      .toMatch(/file(?:s)? read, 0 removed/);
  });

  test("shows another project that is indexed on this machine, and draws its thirty modules apart", async () => {
    const { page, noise } = await open({ viewport: { width: 1440, height: 900 } });
    await Promise.all([page.waitForEvent("load"), page.locator("#projects").selectOption(ui.other)]);
    await press(page, "5");
    await page.locator(".picture .node").first().waitFor();
    expect(await page.locator("#projects").inputValue()).toBe(ui.other);
    const boxes = await page.locator(".node rect").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(boxes).toHaveLength(MODULES + 1);
    const texts = await page.locator(".node text").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    for (const [at, box] of boxes.entries()) {
      const { left = 0, right = 0 } = texts[at] ?? {};
      expect(left >= box.left && right <= box.right).toBe(true);
      const covering = boxes.filter(
        (other) =>
          other !== box &&
          other.left < box.right &&
          box.left < other.right &&
          other.top < box.bottom &&
          box.top < other.bottom,
      );
      expect(covering).toEqual([]);
    }
    expect(await page.locator(".band.aside").count()).toBe(1);
    const base = page.locator('.node[data-name="src/base"]');
    expect(await page.locator(".node").last().getAttribute("data-name")).toBe("src/base");
    const visible = () =>
      page
        .locator(".link")
        .evaluateAll(
          (all) =>
            all.filter((one) => one.ownerDocument.defaultView.getComputedStyle(one).visibility === "visible").length,
        );
    const drawn = await visible();
    expect(drawn).toBeLessThan(MODULES + 10);
    await base.focus();
    expect(await visible()).toBe(drawn + MODULES);
    expect(await page.locator(".map details").first().textContent()).toContain(
      "1 module of tests with links, not drawn",
    );
    await page.locator(".map details summary").last().click();
    const row = page.locator(".map details").last().locator("tr", { hasText: "src/base" });
    const [, , , uses, usedBy] = await row.locator("td, th").allTextContents();
    expect(await base.getAttribute("aria-label")).toContain(`uses ${uses}, used by ${usedBy}`);
    expect(noise).toEqual([]);
  });

  test("keeps the keyboard's place while the state of the index is looked at again", async () => {
    const { page } = await open();
    await press(page, "3");
    await page.locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await writeFile(join(root, "src", "later.ts"), "export const later = 1;\n");
    const before = await page.locator(".meter .soft").first().textContent();
    await expect.poll(() => page.locator(".meter .soft").first().textContent(), { timeout: 15_000 }).not.toBe(before);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY");
    expect(await page.locator("details[open]").count()).toBe(1);
  });

  test("is led by the keyboard alone", async () => {
    const { page } = await open();
    const focused = () => page.evaluate("document.activeElement.id || document.activeElement.getAttribute('class')");
    expect(await focused()).toBe("query");
    await page.keyboard.type("order");
    await page.locator("#results[aria-busy=false] .hit").nth(1).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(
      await page
        .locator(".anchor")
        .nth(1)
        .evaluate((one) => one === one.ownerDocument.activeElement),
    ).toBe(true);
    await page.locator(".hit").nth(1).locator("summary").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("query");
    await press(page, "5");
    await page.locator(".node").first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toContain("chosen");
    expect(await page.locator(".node").nth(1).getAttribute("tabindex")).toBe("0");
    await page.keyboard.press("/");
    expect(await focused()).toBe("query");
  });

  test("offers the key that leads to the field only where it does not type", async () => {
    const { page } = await open();
    const hint = page.locator("#keys .away");
    expect(await hint.isVisible()).toBe(false);
    await page.keyboard.type("/session");
    expect(await page.locator("#query").inputValue()).toBe("/session");
    for (const field of ["#paths", "#kind"]) {
      await page.locator(field).focus();
      expect(await hint.isVisible()).toBe(false);
    }
    await page.keyboard.press("Escape");
    expect(await hint.isVisible()).toBe(true);
    await page.keyboard.type("/order");
    expect(await page.locator("#query").inputValue()).toBe("order");
  });

  test("asks again while files are still being indexed, and keeps what was typed", async () => {
    const { page } = await open();
    let asked = 0;
    await page.route(/search_codebase/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { details: { completeness: object }; hits: unknown[] };
      asked += 1;
      const completeness = { ...answer.details.completeness, files: 9, files_by_words: asked === 1 ? 4 : 9 };
      await route.fulfill({
        json: { ...answer, details: { ...answer.details, completeness }, hits: asked === 1 ? [] : answer.hits },
      });
    });
    await page.locator("#query").fill("session");
    await expect.poll(() => page.locator("#summary").textContent()).toContain("4 of 9 files are indexed so far");
    await page.locator(".hit").first().waitFor();
    expect(await page.locator("#summary").textContent()).not.toContain("so far");
    await press(page, "2");
    await page.locator(".row").waitFor();
    await page.keyboard.press("1");
    await page.locator(".hit").first().waitFor();
    expect(await page.locator("#query").inputValue()).toBe("session");
  });

  test("tells apart a file that nothing uses and a name that there is not", async () => {
    const { page } = await open();
    await press(page, "5");
    const verdict = async (name: string) => {
      await page.locator("#impact-file").fill(name);
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("#impact p").first().textContent()).not.toContain("Following");
      return page.locator("#impact p").first().textContent();
    };
    expect(await verdict("src/orders/totals.ts")).toMatch(/^\d+ files? may break/);
    expect(await verdict("src/odd.ts")).toBe("No use of src/odd.ts was found.");
    expect(await verdict("src/absent.ts")).toContain("No file or symbol is named src/absent.ts");
  });

  test("tells how to get a token", async () => {
    const { page } = await openPage(browser, new URL(link).origin);
    onTestFinished(() => page.close());
    await page.locator("#query").fill("session");
    expect(await page.locator(".problem").textContent()).toContain("Open the link that `context-broker ui` printed");
  });

  test("shows text of the project as text", async () => {
    const { page, noise } = await open();
    await searchFor(page, "oddHandler");
    expect(await page.locator(".hit pre").first().textContent()).toContain(HOSTILE);
    expect(await page.locator(".hit pre").first().textContent()).toContain("isAdmin[U+202E]");
    expect(await page.locator("main img").count()).toBe(0);
    expect(noise).toEqual([]);
  });

  test("tells what has changed since a result was saved", async () => {
    const { page } = await open();
    await writeFile(join(root, "src", "users", "sessions.ts"), "export const changed = 1;\n", { flag: "a" });
    await show(page, "saved");
    expect(await page.locator(".shown .warn").first().textContent()).toMatch(/\d+ files? changed since/);
  });

  test("shows a handoff: what it says, and what has become of its places", async () => {
    const place = "src/users/sessions.ts:1-2";
    ui.run("save-handoff", "renew", "sessions", "--name", "later", "--next", "sign them", "--places", place);
    onTestFinished(() => void ui.run("saved", "delete", "later"));
    await writeFile(join(root, "src", "checkout.ts"), "// Beside it.\n", { flag: "a" });
    const { page } = await open();
    await press(page, "2");
    const item = page.locator("li", { hasText: "renew sessions" });
    expect(await item.locator(".soft").first().textContent()).toContain("handoff, 1 place");
    await item.locator(".row").click();
    await item.locator(".shown summary").first().waitFor();
    const shown = await item.locator(".shown").textContent();
    expect(shown).toContain("No place has changed since.");
    expect(shown).toContain("next: sign them");
    expect(shown).toContain(place);
    expect(await seriousOf(page)).toEqual([]);
  });

  test("says where nothing was found", async () => {
    const { page } = await open();
    await page.locator("#paths").fill("absent/**");
    await page.locator("#query").fill("session");
    await expect.poll(() => page.locator("#summary").textContent()).toBe("Nothing found in 0 files.");
  });

  test("says which words of the question occur nowhere", async () => {
    const { page } = await open();
    await page.locator("#query").fill("asdfgh");
    await expect.poll(() => page.locator("#summary").textContent()).toContain('Nowhere in the project: "asdfgh".');
  });

  test("shows what went wrong and what to do", async () => {
    const { page } = await open();
    await page.locator("#paths").fill("[");
    await page.locator("#query").fill("session");
    expect(await page.locator(".problem p").textContent()).not.toBe("");
  });

  test("draws savings over time, all in the picture, for each client and tool", async () => {
    const { page } = await open();
    await show(page, "savings");
    const picture = await page.locator("figure svg").boundingBox();
    const boxesNow = () =>
      page.locator("figure svg g").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    const boxes = await boxesNow();
    for (const { top, bottom, left, right } of boxes) {
      const { x = 0, y = 0, width = 0, height = 0 } = picture ?? {};
      expect([left >= x - 1, right <= x + width + 1, top >= y - 1, bottom <= y + height + 1]).not.toContain(false);
    }
    const [first, second, third] = boxes.map(({ left }) => left) as [number, number, number];
    expect((second - first) / (third - second)).toBeCloseTo(11 / 7, 1);
    await page.locator("#client").selectOption("codex");
    await expect
      .poll(() => page.locator("tbody th").allInnerTexts())
      .toEqual(["codex", "search_codebase", "search_text"]);
    await page.locator("#tool").selectOption("search_text");
    await expect.poll(async () => (await boxesNow()).length).toBe(0);
    expect(await page.locator(".savings").textContent()).toContain(
      "No answer took the place of reading files or grepping.",
    );
    expect(await page.locator("tbody tr").allInnerTexts()).toEqual(
      ["codex", "search_text"].map((name) => [name, 1, 0, 0, 0, 0, "1,000"].join("\t")),
    );
  });

  test("leaves no line in the savings journal", async () => {
    const { page } = await open();
    const searches = () => (JSON.parse(ui.run("report", "--json")) as { totals: { searches: number } }).totals.searches;
    const before = searches();
    await searchFor(page, "discount of an order");
    expect(searches()).toBe(before);
  });

  test("without its token answers nothing", async () => {
    const { origin } = new URL(link);
    const ask = (headers: Record<string, string>) =>
      fetch(`${origin}/ask/index_status`, { method: "POST", headers, body: "{}" }).then(({ status }) => status);
    expect(await ask({})).toBe(401);
    expect(await ask({ Authorization: `Bearer ${"A".repeat(43)}` })).toBe(401);
    expect(await ask({ Origin: "https://example.org" })).toBe(403);
    const token = new URL(link).hash.slice(1);
    expect(await ask({ Authorization: `Bearer ${token}` })).toBe(200);
    const change = (method: string, headers: Record<string, string>) =>
      fetch(`${origin}/ask/delete_saved_result`, {
        method,
        headers,
        ...(method === "POST" ? { body: '{"name":"kept"}' } : {}),
      });
    expect((await change("POST", {})).status).toBe(401);
    expect((await change("POST", { Authorization: `Bearer ${token}`, Origin: "https://example.org" })).status).toBe(
      403,
    );
    expect((await change("GET", { Authorization: `Bearer ${token}` })).status).toBe(404);
    expect(ui.run("saved", "list")).toContain("kept");
    expect(
      (await fetch(`${origin}/%2e%2e/package.json`, { headers: { Authorization: `Bearer ${token}` } })).status,
    ).toBe(404);
  });

  test("asks no operation but its own, no project that is not indexed, and no file to write to", async () => {
    const { origin, hash } = new URL(link);
    const ask = async (name: string, input: object) =>
      (await fetch(`${origin}/ask/${name}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${hash.slice(1)}` },
        body: JSON.stringify(input),
      }).then((response) => response.json())) as { outcome: string };
    for (const name of ["save_search_results", "clear_index", "replace_symbol", "trust_add"]) {
      expect(await ask(name, { name: "kept", all: true, yes: true })).toMatchObject({ outcome: "invalid" });
    }
    for (const project of [ui.folder, "/", `${ui.other}/../many`, 1]) {
      expect(await ask("index_status", { project })).toMatchObject({ error: { code: "PROJECT_NOT_FOUND" } });
    }
    expect(await ask("index_status", { project: ui.other })).toMatchObject({ project_root: ui.other });
    const html = join(ui.folder, "written.html");
    await ask("report_token_savings", { html });
    await expect(rm(html)).rejects.toThrow("ENOENT");
  });
});

describe.each<[string, BrowserContextOptions]>([
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["at 360 pixels", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
])("%s", (name, options) => {
  test.each(VIEWS)("%s has nothing that axe finds serious, and does not scroll sideways", async (view) => {
    const { page } = await open(options);
    await show(page, view);
    await page.screenshot({ path: join(pictures, `${name.replaceAll(" ", "-")}-${view}.png`), fullPage: true });
    expect(await seriousOf(page)).toEqual([]);
    expect(await pageWidth(page)).toBeLessThanOrEqual(options.viewport?.width ?? 1280);
  });
});
