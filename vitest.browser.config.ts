import { defineConfig } from "vitest/config";

// Needs a Chromium: Debian's, or the one that CHROMIUM_PATH names.
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
