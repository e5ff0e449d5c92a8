// What a person sees: the buffers of the Emacs package in a terminal, kept as goldens without their mode lines, which name folders.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { expectGolden } from "../support/golden.ts";
import { openScreen, type Screen } from "../support/tmux.ts";
import { EMACS, emacsEnvironment, PLAIN } from "./support/emacs.ts";

let home: string;
let screen: Screen | undefined;

afterEach(async () => {
  screen?.close();
  screen = undefined;
  // The server may still write what it was about to.
  await vi.waitFor(() => rmSync(home, { recursive: true, force: true }), { timeout: 60_000, interval: 200 });
});

/** Emacs in a terminal, in the small project of the Lisp tests, where `form` is evaluated. */
function open(form: string, lines?: number): Screen {
  home = mkdtempSync(join(tmpdir(), "cb-emacs-"));
  const folders = ["emacs", "test/emacs/support"].flatMap((name) => ["-L", packagePath(name)]);
  const loaded = ["context-broker", "small-project"].flatMap((name) => ["-l", name]);
  const evaluated = `(progn (setq default-directory (small-project) inhibit-startup-screen t) (menu-bar-mode -1) ${form})`;
  screen = openScreen([EMACS, ...PLAIN, "-nw", ...folders, ...loaded, "--eval", evaluated], {
    cwd: home,
    env: { ...emacsEnvironment(home), TERM: "xterm-256color" },
    ...(lines === undefined ? {} : { lines }),
  });
  return screen;
}

/** Without mode lines, the echo area and spaces at ends. */
const seen = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => !/^ ?-[U:%*=]{3}/.test(line))
    .slice(0, -1)
    .join("\n")
    .trimEnd()
    .concat("\n");

it("shows references, their certainty, and those in doubt; a filter; a place", async () => {
  const emacs = open('(context-broker-references "Store.save") (delete-other-windows)');
  await emacs.shows("May use it, in doubt");
  await emacs.shows("on a value of unknown type");
  expectGolden("emacs/screen-references.txt", seen(emacs.text()));
  emacs.line("/call !more");
  await emacs.shows("places: 1 of 4");
  expectGolden("emacs/screen-filter.txt", seen(emacs.text()));
  emacs.keys("Enter");
  await emacs.shows("export function any");
  expect(emacs.text()).toContain("places: 1 of 4");
});

it("shows symbols that several have with kind and place", async () => {
  const emacs = open('(global-set-key (kbd "C-d") (quote context-broker-symbol))');
  await emacs.shows("scratch");
  emacs.keys("C-d", "save", "Tab");
  await emacs.shows(/Store\.save\s+method lib\/store\.ts:4/);
  expect(emacs.text()).toMatch(/Cache\.save\s+method lib\/cache\.ts:2/);
});

it("lists saved results with what has changed since", async () => {
  const emacs = open(
    `(context-broker-mcp-await default-directory "saved_results" '(:action "save" :query "open a store" :name "stores"))
     (context-broker-mcp-await default-directory "saved_results" '(:action "handoff" :goal "caches" :name "c" :places ["lib/cache.ts:2"]))
     (small-project-write "lib/cache.ts" "// gone")
     (context-broker-saved-results) (delete-other-windows)`,
  );
  await emacs.shows(/1 (changed|missing)/);
  await emacs.shows("unchanged");
  // Emacs 30 marks the column that is sorted by in another way.
  const text = seen(emacs.text())
    .replace("[^]", "^  ")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-01-01 00:00");
  expectGolden("emacs/screen-saved.txt", text.split("\n").sort().join("\n").trim().concat("\n"));
});

it("offers every command in a menu that fits a terminal of 24 lines", async () => {
  const emacs = open('(global-set-key (kbd "C-d") (quote context-broker-menu))', 24);
  await emacs.shows("scratch");
  // A key may come while Emacs still asks the terminal what it is.
  const opened = () => {
    if (!emacs.text().includes("search")) {
      emacs.keys("C-d");
    }
    expect(emacs.text()).toContain("search");
  };
  await vi.waitFor(opened, { timeout: 60_000, interval: 500 });
  for (const last of ["xref mode", "undo", "verify a report", "close the server"]) {
    await emacs.shows(last);
  }
});
