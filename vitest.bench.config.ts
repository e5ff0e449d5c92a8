import { defineConfig } from "vitest/config";

// Benchmarks print and write their numbers; they judge nothing and belong to no tier of tests.
export default defineConfig({
  test: {
    include: ["test/benchmarks/**/*.bench.ts"],
    testTimeout: 3 * 60 * 60 * 1000,
    hookTimeout: 60 * 60 * 1000,
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
