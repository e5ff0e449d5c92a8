// Runs each *-test.el beside this file in an Emacs of its own. ERT ends with 0 although no test was found, and after a test that quits: so
// the tests that passed are counted.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { emacsBatch } from "./support/emacs.ts";

const FOLDER = packagePath("test/emacs");

it.concurrent.each(readdirSync(FOLDER).filter((name) => name.endsWith("-test.el")))("%s", async (name) => {
  const home = mkdtempSync(join(tmpdir(), "cb-emacs-"));
  try {
    const file = join(FOLDER, name);
    const tests = readFileSync(file, "utf8").match(/^\(ert-deftest /gm)?.length ?? 0;
    const { code, text } = await emacsBatch(home, ["-l", "ert", "-l", file, "-f", "ert-run-tests-batch-and-exit"]);
    expect(tests).toBeGreaterThan(0);
    expect(code, text).toBe(0);
    expect(text).toContain(`Ran ${tests} tests, ${tests} results as expected, 0 unexpected`);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
