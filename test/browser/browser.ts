// Debian's Chromium in a fresh profile, with everything that would use the network by itself turned off.
import { existsSync } from "node:fs";
import type { Result } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) {
    throw new Error(`no browser at ${executablePath}: install Debian's chromium, or set CHROMIUM_PATH`);
  }
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-dev-shm-usage",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page and all it did that a report must not do. */
export interface Watched {
  readonly page: Page;
  /** Addresses asked for, other than the page's own. */
  readonly requests: readonly string[];
  /** Console output, errors, dialogs. */
  readonly noise: readonly string[];
}

export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const page = await browser.newPage(options);
  const requests: string[] = [];
  const noise: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) {
      requests.push(request.url());
    }
  });
  page.on("console", (message) => noise.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    noise.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url, { waitUntil: "load" });
  return { page, requests, noise };
}

// The program's own types know no document: what runs inside the page starts from the element it is handed.

/** A computed style of the first element. */
export function styleOf(locator: Locator, property: string): Promise<string> {
  return locator
    .first()
    .evaluate(
      (element, name) => element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(name),
      property,
    );
}

/** CSS pixels of the whole page's width; more than the window's means scrolling sideways. */
export function pageWidth(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth");
}

/** CSS pixels of each element's box. */
export function boxesOf(locator: Locator): Promise<{ readonly width: number; readonly height: number }[]> {
  return locator.evaluateAll((elements) =>
    elements.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return { width, height };
    }),
  );
}

/** The colour of the nearest ground behind the first element that is not transparent. */
function groundOf(locator: Locator): Promise<string> {
  return locator.first().evaluate((element) => {
    const page = element.ownerDocument.defaultView;
    for (let at = element; at !== null; at = at.parentElement) {
      const color: string = page.getComputedStyle(at).backgroundColor;
      if (color !== "rgba(0, 0, 0, 0)") {
        return color;
      }
    }
    return "rgb(255, 255, 255)";
  });
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((channel) => {
    const value = Number(channel) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of the first element's text on its ground, WCAG 2.2. */
export async function contrastOf(locator: Locator): Promise<number> {
  const [text, ground] = [luminance(await styleOf(locator, "color")), luminance(await groundOf(locator))];
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
}

/** What axe finds serious or critical, each with where it is. */
export const seriousAmong = (violations: readonly Result[]): string[] =>
  violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
