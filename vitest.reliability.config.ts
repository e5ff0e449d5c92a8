import { defineConfig } from "vitest/config";

// Minutes of killing, editing and asking: a command of its own, `npm run test:reliability`.
export default defineConfig({
  test: {
    include: ["test/reliability/*.test.ts", "test/**/*.long.test.ts", "test/languages/soundness.slow.test.ts"],
    // Of the slow test, which runs here at full length.
    env: { PROPERTY_RUNS: "all" },
    setupFiles: ["test/support/each-file.ts"],
    execArgv: ["--liftoff-only"],
    // Modules that the other suites have transformed are there already.
    experimental: { fsModuleCache: true },
    globalSetup: ["test/support/build-once.ts"],
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
