import { defineConfig } from "vitest/config";

/** For browsers other than Chromium; not in CI. */
const OTHERS = "test/browser/**/*.engines.test.ts";

// `chromium` needs Debian's, or the one that CHROMIUM_PATH names; `engines` what test/browser/webdriver.ts finds installed.
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: "chromium", include: ["test/browser/**/*.test.ts"], exclude: [OTHERS] } },
      { extends: true, test: { name: "engines", include: [OTHERS] } },
    ],
  },
});
