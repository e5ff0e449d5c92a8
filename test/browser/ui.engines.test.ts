// The page of `ui` in the other engines that are installed: each view by the keyboard, both schemes, a narrow window, what axe finds.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousAmong } from "./browser.ts";
import { HOSTILE, type ServedUi, serveUi } from "./ui-project.ts";
import { type Driven, drive, installedEngines, KEY } from "./webdriver.ts";

let ui: ServedUi;
let pictures: string;

beforeAll(async () => {
  ui = await serveUi();
  pictures = process.env["SCREENSHOTS"] ?? join(ui.folder, "pictures");
  await mkdir(pictures, { recursive: true });
});

afterAll(() => ui.close());

/** By key: what a view has once it is drawn. */
const VIEWS = { 1: "form", 2: ".row", 3: "progress", 4: ".table", 5: ".picture .node", 6: ".row" } as const;

test("another engine than Chromium is installed", () => {
  expect(installedEngines()).not.toEqual([]);
});

describe.each(installedEngines())("in %s", (name) => {
  describe.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("%s, %d pixels wide", (scheme, width) => {
    let browser: Driven;

    beforeAll(async () => {
      browser = await drive(name, scheme, ui.folder);
      process.stdout.write(`${name} ${browser.version}, ${scheme}, ${width} pixels\n`);
      await browser.resize(width, 900);
      await browser.go(ui.link);
    });

    afterAll(() => browser.close());

    const count = (css: string) => browser.run<number>("return document.querySelectorAll(arguments[0]).length", css);
    const textOf = (css: string) => browser.run<string>("return document.querySelector(arguments[0]).textContent", css);
    const focused = () => browser.run<string>("return document.activeElement.id || document.activeElement.className");
    const shown = (css: string) => expect.poll(() => count(css), { timeout: 30_000 }).toBeGreaterThan(0);
    const open = async (key: keyof typeof VIEWS) => {
      await browser.press(KEY.escape, String(key));
      await shown(VIEWS[key]);
    };

    test("takes the scheme, and the token out of the address", async () => {
      expect(await browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")).toBe(scheme === "dark");
      expect(await browser.run("return location.href")).toBe(`${new URL(ui.link).origin}/#search`);
    });

    test("finds as one types, and is led by the keyboard", async () => {
      expect(await focused()).toBe("query");
      await browser.press(..."odd handler");
      await shown("#results[aria-busy=false] .hit mark");
      expect(await textOf(".hit pre")).toContain(HOSTILE);
      expect(await count("main img")).toBe(0);
      await browser.press(KEY.down);
      expect(await focused()).toBe("anchor");
      await browser.press(KEY.enter);
      await expect.poll(() => textOf("#news")).toMatch(/^copied src\//);
      await browser.press(KEY.up);
      expect(await focused()).toBe("query");
      await open(3);
      await browser.press("/");
      expect(await focused()).toBe("query");
      expect(await browser.run("return document.activeElement.value")).toBe("odd handler");
      await shown(".hit");
      await browser.click(".signals summary");
      expect(await count(".signals[open] li")).toBeGreaterThan(0);
    });

    test("shows what a result has, the state, the savings", async () => {
      await open(2);
      await browser.click(".row");
      await shown(".shown summary");
      await open(3);
      await browser.click("summary");
      await open(4);
      expect(await count("figure rect")).toBeGreaterThan(5);
    });

    test("draws the modules, the files that change most, and what a file may break", async () => {
      await open(5);
      await shown(".bars li");
      await browser.run("document.querySelector('.node').focus()");
      await browser.press(KEY.right);
      expect(await count(".choosing .node:nth-last-child(1).chosen")).toBe(1);
      await browser.run("document.getElementById('impact-file').focus()");
      await browser.press(..."src/orders/totals.ts");
      // WebKit treats Enter in another way while suggestions are shown.
      await shown("#impact-files option");
      await browser.press(KEY.enter);
      await shown(".step li");
    });

    test.each(Object.keys(VIEWS))("view %s has nothing that axe finds serious, and fits the window", async (key) => {
      await open(Number(key) as keyof typeof VIEWS);
      await writeFile(join(pictures, `${name}-${scheme}-${width}-${key}.png`), await browser.picture());
      expect(await browser.run("return innerWidth")).toBe(width);
      expect(await browser.run("return document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      await browser.run(`${axe.source}; window.found = null; axe.run().then((found) => { window.found = found; });`);
      await expect.poll(() => browser.run("return window.found !== null"), { timeout: 30_000 }).toBe(true);
      expect(seriousAmong(await browser.run<axe.Result[]>("return window.found.violations"))).toEqual([]);
    });
  });
});
